"""Builds the container images and tries them: see `__main__`."""
