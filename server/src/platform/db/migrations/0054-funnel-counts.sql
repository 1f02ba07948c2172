-- learning/evidence/ ----------------------------------------------------------------------------------------

-- What a row counts beside its sums, by name: video plays, landing page views and the like. Null when the
-- reporter sent none of these.
alter table observations add column counts jsonb;

-- The sums of these counts over the last 180 days, and for each step how many could take it and how many did.
-- Null while no current row has counts.
alter table series add column funnel jsonb;
