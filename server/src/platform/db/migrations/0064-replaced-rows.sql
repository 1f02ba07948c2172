-- outside a transaction, because reports must not wait (docs/migrations.md)

-- learning/evidence/ ----------------------------------------------------------------------------------------

-- Each report looks for the newest reading of each source of each day of its ads, among all the rows that
-- were replaced. By this order it reads one row for each source, and not every reading of the day.
drop index concurrently if exists observations_replaced;
-- The runner begins no transaction for this file.
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently observations_replaced
  on observations (series_id, day, source_id, fetched_at desc, received_at, report_id, row_no)
  where not is_current;

-- Its columns are the first of the new one, which serves the code of the release before as well.
drop index concurrently if exists observations_past;
