/* Opening a user's file for reading. */
#ifndef BASE_INPUT_FILE_H
#define BASE_INPUT_FILE_H

#include <stdio.h>

/*
 * NULL with the reason in *why. Only regular files: a pipe that nobody writes to would block, and
 * what a device has to say need not end.
 */
FILE *input_file_open(const char *path, const char **why);

#endif
