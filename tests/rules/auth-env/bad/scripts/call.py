import os

key = os.environ["ACME_API_KEY"]
