"""The table service in a browser tab, without a server or threads; it needs msgspec alone.

Python runs on WebAssembly there, in a worker of the page, which talks to `dealt.service.tab.tab`.
A second worker runs `dealt.service.tab.thinkers` for long computations.
"""
