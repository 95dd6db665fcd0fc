import sys
name = sys.argv[1]
