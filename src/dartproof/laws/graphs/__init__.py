"""How two processes are compared: graphs whose paths are transcripts, and the longest path in them."""
