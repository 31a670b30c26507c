"""The `siurell` command: the one place that composes everything."""
