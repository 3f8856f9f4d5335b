"""A LAN of several laptops on one machine, for measurements and tests: Linux, root, iproute2."""
