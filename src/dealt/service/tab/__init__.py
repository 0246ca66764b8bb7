"""The table service in a tab of a browser, without a server or threads; it needs msgspec alone.

Python runs on WebAssembly there, in a worker of the page: `dealt.service.tab.tab` says what comes
in and goes out.  A second worker has `dealt.service.tab.thinkers` for what takes a while.
"""
