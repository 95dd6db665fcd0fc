import os

key = os.getenv("ACME_API_KEY")
