/*
 * Checks of values that must go together, for config_check and for designs (policy_base.check).
 * Each is false with one line in err that names the values, and the place of the one set last.
 */
#ifndef CONFIG_CHECK_H
#define CONFIG_CHECK_H

#include "config/params.h"

/* Whichever was set later: command line over designs over GPU over defaults; a when neither. */
enum param check_later(const struct params *p, enum param a, enum param b);

/* Puts the place of the later of two values before the text in err. False. */
bool check_contradiction(const struct params *p, enum param a, enum param b, struct error *err);

/* A power of two, or 0. */
bool check_power(struct params *p, enum param id, struct error *err);
/* Likewise, which `what` must be ("CUs that share L1 TLBs") where `chooser` is as it is. */
bool check_power_for(struct params *p, enum param id, const char *what, enum param chooser,
		     struct error *err);

/* `whole` in equal pieces of `part`. */
bool check_divides(struct params *p, enum param whole, enum param part, struct error *err);

/* One of two numbers. */
bool check_one_of(struct params *p, enum param id, int64_t a, int64_t b, struct error *err);

/* A structure of entries (or bytes, in lines of `unit`) in ways: whole sets. */
bool check_sets(struct params *p, enum param size, enum param ways, int64_t unit,
		struct error *err);
/* Entries in ways: whole sets. Ways of 0 (fully associative) become the number of entries. */
bool check_ways(struct params *p, enum param entries, enum param ways, struct error *err);

#endif
