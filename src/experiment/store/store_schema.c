/* The tables; docs/experiments.md explains them. Another set of tables is another STORE_SCHEMA. */
#include "experiment/store/store_parts.h"

const char store_schema[] =
	/* id: the first 15 digits of the key, so that it is the same in every store. */
	"CREATE TABLE runs("
	" id INTEGER PRIMARY KEY,"
	" key TEXT NOT NULL UNIQUE,"
	" model TEXT NOT NULL,"
	" inputs TEXT NOT NULL,"
	" max_instructions INTEGER NOT NULL,"
	" status TEXT NOT NULL CHECK (status IN ('ok', 'failed', 'crashed')),"
	" reason TEXT);"

	"CREATE TABLE specs("
	" gpu TEXT NOT NULL,"
	" designs TEXT NOT NULL,"
	" settings TEXT NOT NULL,"
	" workloads TEXT NOT NULL,"
	" size TEXT NOT NULL,"
	" max_instructions INTEGER NOT NULL,"
	" run INTEGER NOT NULL REFERENCES runs(id),"
	" PRIMARY KEY (gpu, designs, settings, workloads, size, max_instructions)) WITHOUT ROWID;"

	"CREATE TABLE stats("
	" run INTEGER NOT NULL REFERENCES runs(id),"
	" name TEXT NOT NULL,"
	" value NOT NULL,"
	" PRIMARY KEY (run, name)) WITHOUT ROWID;"

	"CREATE TABLE params("
	" run INTEGER NOT NULL REFERENCES runs(id),"
	" name TEXT NOT NULL,"
	" value NOT NULL,"
	" PRIMARY KEY (run, name)) WITHOUT ROWID;"

	/* Misses at every capacity of a TLB; each row holds up to that of the next capacity. */
	"CREATE TABLE reach("
	" run INTEGER NOT NULL REFERENCES runs(id),"
	" level TEXT NOT NULL,"
	" capacity INTEGER NOT NULL,"
	" misses INTEGER NOT NULL,"
	" PRIMARY KEY (run, level, capacity)) WITHOUT ROWID;"

	/* The TLBs that the run itself had: how many, and the size of each. */
	"CREATE TABLE reach_tlbs("
	" run INTEGER NOT NULL REFERENCES runs(id),"
	" level TEXT NOT NULL,"
	" tlbs INTEGER NOT NULL,"
	" entries INTEGER NOT NULL,"
	" ways INTEGER NOT NULL,"
	" PRIMARY KEY (run, level)) WITHOUT ROWID;"

	/* What another host, or the same one on another day, would say differently. */
	"CREATE TABLE run_host("
	" run INTEGER PRIMARY KEY REFERENCES runs(id),"
	" wall_seconds REAL NOT NULL,"
	" peak_rss_bytes INTEGER NOT NULL,"
	" log TEXT);"

#define STAT(name) "(SELECT value FROM stats WHERE run = r.id AND name = '" name "')"
	"CREATE VIEW results AS SELECT"
	" s.gpu, s.designs, s.settings, s.workloads, s.size, s.max_instructions,"
	" r.status, r.reason,"
	" " STAT(
		"cycles") " AS cycles,"
			  " " STAT(
				  "instructions") " AS instructions,"
						  " " STAT(
							  "ipc") " AS ipc,"
								 " " STAT(
									 "walks") " AS walks,"
										  " " STAT(
											  "l1_tlb."
											  "lookup"
											  "s") " A"
											       "S "
											       "l1"
											       "_t"
											       "lb"
											       "_l"
											       "oo"
											       "ku"
											       "ps"
											       ","
											       " " STAT(
												       "l1_tlb.misses") " AS l1_tlb_misses,"
															" " STAT(
																"l2_tlb.lookups") " AS l2_tlb_lookups,"
																		  " " STAT(
																			  "l2_tlb.misses") " AS l2_tlb_misses,"
																					   " r.id AS run, h.wall_seconds, h.peak_rss_bytes"
																					   " FROM specs s JOIN runs r ON r.id = s.run LEFT JOIN run_host h ON h.run = r.id;";
