import urllib.request

urllib.request.urlopen("https://api.acme-orders.net/v1")
