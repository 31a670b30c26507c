"""Measurements, each against a yardstick of the same run, since machines differ and are noisy."""
