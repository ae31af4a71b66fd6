#!/bin/sh
# In ~/.config/argos, executable. Argos runs it once a minute.
exec bbbar argos
