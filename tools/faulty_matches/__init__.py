"""A thousand matches of bots that fail at random: is every cause right, and is nothing left?"""
