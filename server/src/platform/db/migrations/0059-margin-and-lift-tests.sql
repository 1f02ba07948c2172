-- learning/evidence/ ----------------------------------------------------------------------------------------

-- A lift test that ended on the day of the row: people and conversions of both groups. It belongs to the
-- reading and is in no sum of the series. Null when the reporter sent none.
alter table observations add column lift_test jsonb;

-- The newest lift test of any reading, with what the ad spent in its days. Null while there is none.
alter table series add column lift_test jsonb;
