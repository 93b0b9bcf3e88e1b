#!/bin/bash
# A workload's version: of its code alone, so that better comments and moved headers leave its results known.
. "$(dirname "$0")/lib.sh"
mkdir -p workloads/x build/workloads/x
touch workloads/x/x.cl
printf kernel >build/workloads/x/x.co

# version: of the source on stdin.
version() {
	cat >workloads/x/x.c
	"$root/tools/workload_versions" build x
	sed -n 's/.*{"x", "\([0-9a-f]*\)"}.*/\1/p' build/gen/workload_version_table.c
}

plain=$(printf 'static const char *u = "a//b /* c */";\n\tint n = 4;\n' | version)
words=$(version <<'C'
/* What it is,
 * at length: don't count "this". */
#include "driver/workload/workload.h"

static const char *u = "a//b /* c */"; // and this
	/* nor this */
	int n = 4;
C
)
text=$(printf 'static const char *u = "a//b /* d */";\n\tint n = 4;\n' | version)
code=$(printf 'static const char *u = "a//b /* c */";\n\tint n = 5;\n' | version)
printf other >build/workloads/x/x.co
machine=$(printf 'static const char *u = "a//b /* c */";\n\tint n = 4;\n' | version)
touch workloads/x/x_double.cl
printf more >build/workloads/x/x_double.co
more=$(printf 'static const char *u = "a//b /* c */";\n\tint n = 4;\n' | version)

if [ ${#plain} = 32 ] && [ "$words" = "$plain" ]; then pass comments_do_not_count; else fail comments_do_not_count "$plain, $words"; fi
if [ "$text" != "$plain" ]; then pass strings_count; else fail strings_count "$text"; fi
if [ "$code" != "$plain" ]; then pass code_counts; else fail code_counts "$code"; fi
if [ "$machine" != "$plain" ]; then pass machine_code_counts; else fail machine_code_counts "$machine"; fi
if [ "$more" != "$machine" ]; then pass all_kernels_count; else fail all_kernels_count "$more"; fi

exit $((failures > 0))
