SELECT r.workloads, r.settings, round(1.0 * r.cycles / i.cycles, 2) AS times_ideal
FROM results r JOIN results i USING (gpu, workloads, size)
WHERE i.designs = 'ideal' AND r.designs = ''
ORDER BY r.workloads, r.cycles DESC, r.settings;
