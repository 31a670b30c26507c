"""Plays batches: starts bots and a referee, hosts matches, reports. Knows no database."""
