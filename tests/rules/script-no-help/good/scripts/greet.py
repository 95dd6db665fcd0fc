"""usage: greet.py NAME"""
import sys

print("hello", sys.argv[1])
