SELECT name, round(a.value, 1) AS with_64, round(b.value, 1) AS with_1024
FROM stats a JOIN stats b USING (name)
WHERE a.run = (SELECT run FROM results WHERE workloads = 'gups' AND settings = 'l2_tlb.entries=64')
  AND b.run = (SELECT run FROM results WHERE workloads = 'gups' AND settings = 'l2_tlb.entries=1024')
  AND name LIKE '%latency.mean' AND b.value > 0
ORDER BY abs(a.value / b.value - 1) DESC LIMIT 5;
