"""Score sheets, photos and QR codes, all computed by workers."""
