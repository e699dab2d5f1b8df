"""The clients that can be asked, one module each."""
