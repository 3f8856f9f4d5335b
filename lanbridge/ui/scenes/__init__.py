"""The screens, one file each; none imports another: they are opened by name."""
