# /// script
# dependencies = ["requests"]
# ///
import requests

requests.get("https://example.com")
