"""Score sheets, photos and pictures, computed by workers beside the loop that serves moves."""
