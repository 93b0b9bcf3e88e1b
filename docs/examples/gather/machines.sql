SELECT gpu, max(iif(designs = '', us, NULL)) AS plain, max(iif(designs = 'tx-both', us, NULL)) AS "tx-both",
       max(iif(designs = 'clustered', us, NULL)) AS clustered, max(iif(designs = 'mgvm', us, NULL)) AS mgvm,
       max(iif(designs = 'ideal', us, NULL)) AS ideal
FROM (SELECT gpu, designs, round(1e6 * value, 1) AS us FROM results JOIN stats USING (run) WHERE name = 'seconds')
GROUP BY gpu;
