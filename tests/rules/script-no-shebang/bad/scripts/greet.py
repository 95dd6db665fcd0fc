import sys

print("hello", sys.argv[1])
