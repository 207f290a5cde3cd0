-- Each row of these tables is written twice: when it is made, and once more, soon
-- after, when it is settled. With half of a page left free, all rows of the page
-- settle within it (HOT), and none of the indexes is written again. The page would
-- have been filled twice in any case. It holds for partitions that are made from now on.
UPDATE partitioned_tables SET options = 'fillfactor = 50' WHERE name IN ('integration_events', 'integration_deliveries');
