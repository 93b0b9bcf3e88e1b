SELECT workloads, p.value AS l2_entries,
       round(100.0 * l2_tlb_misses / l2_tlb_lookups, 1) AS miss_percent,
       round(1000.0 * walks / instructions, 2) AS walks_per_kilo
FROM results JOIN params p USING (run)
WHERE p.name = 'l2_tlb.entries' AND designs = ''
ORDER BY workloads, p.value;
