-- learning/evidence/ ----------------------------------------------------------------------------------------

-- The same day divided by placement, country, age or device: a list of parts. It belongs to the reading and
-- is in no sum of the series. Null when the reporter sent none.
alter table observations add column breakdowns jsonb;
