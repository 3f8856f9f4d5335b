"""The local network as the system shows it: adapters, and the sockets and multicast DNS that use all of them."""
