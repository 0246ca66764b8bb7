"""Tables on a network: the service that keeps them, its protocol, and the server around it."""
