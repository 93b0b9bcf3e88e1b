/* What the parts of the client share; for others there is client.h. */
#ifndef RUNTIME_CLIENT_PARTS_H
#define RUNTIME_CLIENT_PARTS_H

#include "runtime/client.h"

/* A block of the arena that the GPU sees; host: where the program sees it, NULL: there as well. */
void *client_place(size_t bytes, size_t align, const char *name, void *host);
bool client_take_away(uint64_t address);

/* Lets the program see pages of the arena somewhere else. */
bool client_map(void *at, uint64_t bytes, uint64_t from);
/* Lets program and GPU see at one address of the arena what is kept for another. */
bool client_alias(uint64_t address, uint64_t bytes, uint64_t from);

#endif
