-- outside a transaction, because reports must not wait (docs/migrations.md)

-- learning/evidence/ ----------------------------------------------------------------------------------------

-- Each report looks for the newest lift test of its ads, also among all the rows that were replaced. Few rows
-- have one.
drop index concurrently if exists observations_tested;
-- The runner begins no transaction for this file.
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently observations_tested on observations (series_id, day) where lift_test is not null;
