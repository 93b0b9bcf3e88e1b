#!/bin/bash
# What a user can get wrong: one line on stderr, exit status 2, no crash.
. "$(dirname "$0")/lib.sh"

run 2 no_command && says no_command "no command given"
run 2 unknown_command emulat && says unknown_command "'emulat'" "did you mean 'emulate'"
run 2 unknown_option emulate --sise tiny atax && says unknown_option "'--sise'" "--size"
run 2 option_without_value emulate --size && says option_without_value "wants a value"
run 2 unknown_size emulate --size huge atax && says unknown_size "'huge'" "tiny, small, medium, paper"
run 2 bad_limit emulate --wavefront-limit 0 atax && says bad_limit "--wavefront-limit" "'0'"
run 2 nothing_to_emulate emulate && says nothing_to_emulate "no workload"
run 2 all_and_one emulate --all atax && says all_and_one "'atax'"
run 2 unknown_workload emulate ataxx && says unknown_workload "'ataxx'" "did you mean 'atax'"
run 2 unknown_parameter emulate atax:nxx=5 && says unknown_parameter "'nxx'" "'nx'"
run 2 parameter_not_a_number emulate atax:nx=lots && says parameter_not_a_number "nx" "lots"
run 2 parameter_out_of_range emulate atax:nx=-1 && says parameter_out_of_range "nx" "-1"
run 2 parameter_without_value emulate atax:nx && says parameter_without_value "nx"
run 2 parameter_twice emulate mm:n=64,n=128 && says parameter_twice "'mm'" "'n'" "twice"
run 2 no_cus run -g apu18 --size tiny mm@0 && says no_cus "mm@0" "one CU"
run 2 list_unknown list workload && says list_unknown "'workload'" "workloads"
run 2 list_nothing list && says list_nothing "workloads"

# Code objects
run 2 missing_file disasm ./none.co && says missing_file "none.co"
run 2 missing_yaml emulate none.yaml && says missing_yaml "none.yaml"
echo "hello" >text.co
run 2 not_an_elf disasm text.co && says not_an_elf "text.co" "not an ELF"
: >empty.co
run 2 empty_file disasm empty.co && says empty_file "empty.co"
run 2 wrong_machine disasm "$warpwalk" && says wrong_machine "AMDGPU"
run 2 directory disasm . && says directory "."
atax=$(dirname "$warpwalk")/workloads/atax/atax.co
for length in 10 63 64 100 1000 2000; do
	head -c $length "$atax" >cut.co
	run 2 "truncated_$length" disasm cut.co && says "truncated_$length" "cut.co"
done

# Jobs
good='__kernel void k(__global uint *a, int n) { a[get_global_id(0)] += n; }'
job ok.yaml "$good" 256 64 "data, 5"
run 0 good_job emulate ok.yaml && pass good_job

job syntax.yaml '__kernel void k(__global uint *a) { a[0] = ; }' 256 64 "data"
if run 2 does_not_compile emulate syntax.yaml; then
	case $err in
	*"syntax.cl:1:"*"expected expression"*) says does_not_compile "syntax.cl" ;;
	*) fail does_not_compile "the compiler's diagnostics are missing: $err" ;;
	esac
fi
job undefined.yaml 'void f(int); __kernel void k(__global uint *a) { f(1); }' 256 64 "data"
run 2 undefined_function emulate undefined.yaml && says undefined_function "undefined.cl"

cp ok.yaml kernel.yaml
sed -i 's/kernel: k$/kernel: kk/' kernel.yaml
run 2 unknown_kernel emulate kernel.yaml && says unknown_kernel "kernel.yaml:5" "'kk'" "'k'"
job few.yaml "$good" 256 64 "data"
run 2 too_few_arguments emulate few.yaml && says too_few_arguments "few.yaml:" "takes 2" "1 given"
job many.yaml "$good" 256 64 "data, 5, 6"
run 2 too_many_arguments emulate many.yaml && says too_many_arguments "takes 2" "3 given"
job kind.yaml "$good" 256 64 "5, data"
run 2 wrong_kind emulate kind.yaml && says wrong_kind "kind.yaml:"
job group.yaml "$good" 2048 2048 "data, 5"
run 2 workgroup_too_large emulate group.yaml && says workgroup_too_large "2048"
job zero.yaml "$good" 0 64 "data, 5"
run 2 empty_grid emulate zero.yaml && says empty_grid "grid"
sed 's/buffers:/bufers:/' ok.yaml >key.yaml
run 2 unknown_key emulate key.yaml && says unknown_key "key.yaml:2" "'bufers'" "buffers"
sed 's/u32/u33/' ok.yaml >type.yaml
run 2 unknown_type emulate type.yaml && says unknown_type "type.yaml:3" "u33" "u32"
printf 'source: [\n' >broken.yaml
run 2 broken_yaml emulate broken.yaml && says broken_yaml "broken.yaml:"
sed 's/source:.*/source: text.co/' ok.yaml >elf.yaml
run 2 job_with_a_bad_code_object emulate elf.yaml && says job_with_a_bad_code_object "text.co"

sed 's/^source: .*/source: -v.cl/' ok.yaml >dash.yaml
cp ok.cl ./-v.cl
run 0 source_like_an_option emulate dash.yaml && pass source_like_an_option
printf '"buff\\0ers": []\n' >nul.yaml
run 2 key_with_nul emulate nul.yaml && says key_with_nul "nul.yaml:1" "NUL"
mkfifo pipe.yaml
for file in /dev/zero ./pipe.yaml; do
	sed "s|fill: iota|fill: {file: $file}|" ok.yaml >device.yaml
	run 2 "fill_from_$file" emulate device.yaml && says "fill_from_$file" "$file" "not a regular file"
done
run 2 job_from_a_pipe emulate pipe.yaml && says job_from_a_pipe "pipe.yaml" "not a regular file"
run 2 code_from_a_device disasm /dev/zero && says code_from_a_device "/dev/zero" "not a regular file"

# A name that is not UTF-8 is shown as such; the JSON stays valid.
cp ok.yaml "$(printf '\xff.yaml')"
run 0 odd_name emulate --json "$(printf '\xff.yaml')" && {
	if iconv -f UTF-8 -t UTF-8 "$work/stdout" >/dev/null 2>&1; then pass odd_name; else fail odd_name "invalid UTF-8 in the JSON"; fi
}

# More than the host has: refused before it is asked for, with the line and the name; what it has no room for later is
# named too. Not under the sanitizers, which want all the addresses there are.
if (ulimit -v 300000 && "$warpwalk" list gpus) >/dev/null 2>&1; then
	job large.yaml "$good" 256 64 "data, 5"
	sed -i '/  data:/a\  huge: {type: f64, count: 68719476736}' large.yaml
	sed 's/f64, count: [0-9]*/u8, bytes: 67108864/; /  huge:/{p;s/huge/more/;p;s/more/most/;p;s/most/last/;p;s/last/end/;}' large.yaml >many.yaml
	full=$warpwalk
	limited() (ulimit -v 300000 && exec "$full" "$@")
	warpwalk=limited
	run 2 buffer_too_large emulate large.yaml && says buffer_too_large "large.yaml:4:" "'huge'" "512 GB" "this host has"
	run 2 buffers_too_large emulate many.yaml && says buffers_too_large "many.yaml:8:" "'end'" "64 MB" "all of them"
	run 2 workload_too_large emulate blackscholes:options=268435456 &&
		says workload_too_large "'blackscholes'" "'call' of 1 GB" "this host has"
	run 1 out_of_memory run --quiet -g mcm4 -s cus=512 gups && says out_of_memory "out of memory: " "B more for the" "free some"
	case $err in
	*bytes* | *EB*) fail out_of_memory_size "$err" ;;
	*) pass out_of_memory_size ;;
	esac
	warpwalk=$full
fi

exit $((failures > 0))
