#!/bin/bash
# make install: what it installs works from another place, and make uninstall takes all of it away.
. "$(dirname "$0")/lib.sh"
if [ "$BUILD" != "$root/build" ]; then
	echo "skip install: the same for every build"
	exit 0
fi
needs make gcc pkg-config
to=$work/destination/opt/warpwalk

# The outer make's flags are not for this one.
make_() { env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -C "$root" DESTDIR="$work/destination" PREFIX=/opt/warpwalk "$@" >make.log 2>&1; }
if make_ install; then pass install; else fail install "$(tail -n 1 make.log)"; fi

warpwalk=$to/bin/warpwalk
cd / && run 0 installed_program run -g apu18 --size tiny --quiet --json mvt && pass installed_program
cycles=$(echo "$out" | sed -n 's/^  "cycles": \([0-9]*\),/\1/p')
cd "$work" || exit 1

# The analysis of a job's kernel is looked for beside the program: one that leaves a mark takes its place for a moment.
cp "$root"/tests/jobs/stride.* .
mv "$to/bin/warpwalk-analyse" analyse
printf '#!/bin/sh\ntouch %s\nexit 1\n' "$work/mark" >"$to/bin/warpwalk-analyse"
chmod +x "$to/bin/warpwalk-analyse"
run 0 installed_analysis emulate --quiet stride.yaml &&
	if [ -e mark ]; then pass installed_analysis; else fail installed_analysis "was not found"; fi
mv analyse "$to/bin/warpwalk-analyse"

# A program of somebody else, with the shared and with the static library.
cat >program.c <<'C'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <warpwalk.h>

int main(void)
{
	static const char *const workloads[] = {"mvt", NULL};
	struct warpwalk_request request = {.gpu = "apu18", .workloads = workloads, .size = "tiny"};
	char *json, *error;
	int status = warpwalk_run(&request, &json, &error);

	if (status) {
		fprintf(stderr, "%s\n", error);
		return status;
	}
	printf("%s %ld\n", warpwalk_version(), atol(strstr(json, "\"cycles\": ") + 10));
	warpwalk_free(json);
	warpwalk_free(error);
	return 0;
}
C
export PKG_CONFIG_PATH=$to/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$work/destination
# shellcheck disable=SC2046
links() {
	local name=$1 want
	shift
	want="$(cat "$root/VERSION") $cycles"
	if ! gcc -Wall -Wextra -Werror -std=c99 -o "$name" program.c "$@" >log 2>&1; then
		fail "$name" "$(head -n 1 log)"
	elif [ "$(LD_LIBRARY_PATH=$to/lib ./"$name" 2>&1)" != "$want" ]; then
		fail "$name" "prints '$(LD_LIBRARY_PATH=$to/lib ./"$name" 2>&1)', expected '$want'"
	else
		pass "$name"
	fi
}
links shared_library $(pkg-config --cflags --libs warpwalk)
links static_library $(pkg-config --cflags warpwalk) "$to/lib/libwarpwalk.a" \
	$(pkg-config --static --libs warpwalk | sed 's/-lwarpwalk//')
if echo '#include <warpwalk.h>' | gcc -x c++ -fsyntax-only $(pkg-config --cflags warpwalk) - 2>log || grep -q cc1plus log; then
	pass header_is_for_c++_too
else
	fail header_is_for_c++_too "$(head -n 1 log)"
fi
for library in "$to/lib/libwarpwalk.a" "-D $to/lib/libwarpwalk.so"; do
	# shellcheck disable=SC2086
	others=$(nm -g --defined-only $library | awk 'NF == 3 && $3 !~ /^warpwalk_/ { print $3 }')
	if [ -z "$others" ]; then pass "prefix ${library##*.}"; else fail "prefix ${library##*.}" "exports $(echo $others | cut -c 1-80)"; fi
done
soname=$(objdump -p "$to/lib/libwarpwalk.so" | awk '$1 == "SONAME" { print $2 }')
if [ "$soname" = libwarpwalk.so.0 ] && [ -e "$to/lib/$soname" ]; then pass soname; else fail soname "is '$soname'"; fi

page=$to/share/man/man1/warpwalk.1
if ! command -v mandoc >/dev/null; then
	echo "skip man_page: no mandoc"
elif complaints=$(mandoc -T lint -W warning "$page") && grep -q '^.SS reproduce' "$page" && grep -q 'max\\-instructions' "$page"; then
	pass man_page
else
	fail man_page "$(echo "$complaints" | head -n 1)"
fi

# completes NAME WANTED WORD...: what bash would offer for the last word, in one line; "..." is for more.
completes() {
	local name=$1 want=$2 got
	shift 2
	got=$(PATH=$to/bin:$PATH bash -c '. "$0" && COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) && _warpwalk && echo "${COMPREPLY[*]}"' \
		"$to/share/bash-completion/completions/warpwalk" "$@" 2>&1)
	# shellcheck disable=SC2053
	if [[ $got == $want ]]; then pass "completes_$name"; else fail "completes_$name" "offers '$got', expected '$want'"; fi
}
completes command 'reproduce report*' warpwalk rep
completes gpu 'apu18 apu21' warpwalk run -g ap
completes design '*simt-walks' warpwalk run -g apu18 -d simt
completes parameter 'l2_tlb.entries=' warpwalk run -s l2_tlb.ent
completes option '--max-instructions' warpwalk run --max-i
completes workload '*atax*' warpwalk run -g apu18 a
completes figure 'walks-fig5' warpwalk reproduce walks-fig5
completes paper 'mask*' warpwalk reproduce mas
completes list 'params' warpwalk list par
if ! command -v zsh >/dev/null; then
	echo "skip zsh: no zsh"
elif zsh -n "$to/share/zsh/site-functions/_warpwalk" 2>log; then
	pass zsh
else
	fail zsh "$(head -n 1 log)"
fi

if [ -e "$to/share/doc/warpwalk/README.md" ] && [ -e "$to/share/doc/warpwalk/docs/model.md" ]; then pass documents; else fail documents "missing"; fi
make_ uninstall
left=$(find "$work/destination" ! -type d | head -n 1)
if [ -z "$left" ]; then pass uninstall; else fail uninstall "$left is left"; fi
[ $failures -eq 0 ]
