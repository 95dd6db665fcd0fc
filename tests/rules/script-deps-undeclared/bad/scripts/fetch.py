import requests

requests.get("https://example.com")
