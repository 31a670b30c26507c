"""What every gRPC server of ours needs, whatever it serves.

An address that is its own, TLS, hardened options, errors as statuses, a bound on guessing tokens.
Referee and ladder stand on it; it knows neither.
"""
