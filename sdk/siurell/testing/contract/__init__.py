"""What `check_game` is made of: one file for each concern of the contract of a game."""
