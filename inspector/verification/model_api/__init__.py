"""A model API on loopback that plays a script: as much of three protocols as the clients need."""
