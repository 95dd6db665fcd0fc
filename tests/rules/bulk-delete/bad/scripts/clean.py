import shutil
import sys

shutil.rmtree(sys.argv[1])
