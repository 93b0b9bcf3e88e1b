#!/bin/bash
# Graphs and matrices from files: they run and verify; a malformed one is an error with its line.
. "$(dirname "$0")/lib.sh"

cat >road.gr <<GR
c a small road
p sp 5 6
a 1 2 7
a 2 3 1
a 3 1 4
a 3 4 2
a 4 5 9
a 5 1 3
GR
cat >mesh.mtx <<MTX
%%MatrixMarket matrix coordinate real symmetric
4 4 5
1 1 2.5
2 1 -1
3 2 -1
4 3 -1
4 1 0.5
MTX

for file in road.gr mesh.mtx; do
	for workload in bfs mis color pagerank sssp:weights=random spmv; do
		case $workload in
		spmv) spec=$workload:matrix=$file ;;
		*:*) spec=$workload,graph=$file ;;
		*) spec=$workload:graph=$file ;;
		esac
		run 0 "$spec" emulate --quiet "$spec" && pass "$spec"
	done
done
run 0 source emulate --quiet bfs:graph=road.gr,source=4 && pass source

town=$root/docs/examples/graphs/town.gr plate=$root/docs/examples/graphs/plate.mtx
for spec in bfs:graph=$town sssp:graph=$town,source=17 pagerank:graph=$town,variant=push mis:graph=$plate color:graph=$plate spmv:matrix=$plate; do
	name=example_${spec%%:*}
	run 0 "$name" emulate --quiet "$spec" && pass "$name"
	run 0 "${name}_timed" run -g apu18 --quiet "$spec" && pass "${name}_timed"
done

sed '4s/2 3 1/2 33 1/' road.gr >index.gr
run 2 bad_index emulate bfs:graph=index.gr && says bad_index "workload 'bfs'" "index.gr:4:" "node 33 is not within 1 .. 5"
sed '$d' road.gr >short.gr
run 2 cut_short emulate bfs:graph=short.gr && says cut_short "short.gr:7:" "5 of 6 entries"
sed '4s/-1/x/' mesh.mtx >value.mtx
run 2 bad_value emulate bfs:graph=value.mtx && says bad_value "value.mtx:4:" "'x'"
sed '1s/matrix/tensor/' mesh.mtx >banner.mtx
run 2 bad_banner emulate bfs:graph=banner.mtx && says bad_banner "banner.mtx:1:" "%%MatrixMarket matrix"
printf '%%%%MatrixMarket matrix coordinate pattern general\n2 3 1\n1 3\n' >wide.mtx
run 2 not_square emulate bfs:graph=wide.mtx && says not_square "wide.mtx" "2 x 3"
run 2 no_such_file emulate bfs:graph=none.gr && says no_such_file "none.gr" "No such file"
run 2 unknown_kind emulate bfs:graph=road.txt && says unknown_kind "road.txt" ".mtx" ".gr"
run 2 no_such_source emulate bfs:graph=road.gr,source=5 && says no_such_source "source=5" "5 nodes"
run 2 bad_weight emulate sssp:graph=mesh.mtx && says bad_weight "mesh.mtx" "weight 2.5" "weights=random"
run 2 malformed_matrix emulate spmv:matrix=index.gr && says malformed_matrix "workload 'spmv'" "index.gr:4:"
run 2 unknown_shape emulate bfs:shape=ring && says unknown_shape "shape" "'ring'" "uniform, rmat, grid"

exit $((failures > 0))
