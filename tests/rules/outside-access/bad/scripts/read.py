from pathlib import Path

print(Path.home() / ".netrc")
