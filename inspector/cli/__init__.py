"""The command line: options in, workspace values out, text or JSON printed. Computes nothing itself."""
