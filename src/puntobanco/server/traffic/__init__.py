"""What one address or person may have of the house: connections, requests, bytes, time."""
