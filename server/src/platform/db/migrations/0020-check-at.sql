-- production/media/ -----------------------------------------------------------------------------------------

-- When a worker checks the provider of a waiting job, without waking its run. Null: the run does it itself.
alter table media add column check_at timestamptz;
create index media_checks on media (check_at) where status = 'processing' and check_at is not null;
