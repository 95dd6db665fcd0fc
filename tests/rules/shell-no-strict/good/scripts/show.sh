#!/bin/sh
set -eu
cd out
ls
