from pathlib import Path

print(Path("out") / "report.txt")
