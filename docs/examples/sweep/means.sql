SELECT workloads, trim(replace(settings, 'perturb=' || p.value, '')) AS setting,
       round(avg(cycles)) AS cycles, min(cycles) AS least, max(cycles) AS most, count(*) AS runs
FROM results JOIN params p USING (run)
WHERE p.name = 'perturb' AND designs = ''
GROUP BY gpu, workloads, size, setting;
