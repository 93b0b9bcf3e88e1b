SELECT workloads, level, entries, min(c.capacity) AS enough_entries, max(c.misses) AS misses, every.misses AS lookups
FROM results JOIN reach_tlbs USING (run) JOIN reach c USING (run, level) JOIN reach every USING (run, level)
WHERE every.capacity = 0 AND 100 * c.misses <= every.misses
GROUP BY run, level;
