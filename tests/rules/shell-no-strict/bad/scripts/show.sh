#!/bin/sh
cd out
ls
