"""Call Bridge for four laptops on one network: no server, no account."""

__version__ = "0.1.0"
