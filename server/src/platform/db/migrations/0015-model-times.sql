-- production/timing/ ----------------------------------------------------------------------------------------

-- How long the last jobs of each model took, newest last, and which of them a callback announced. Providers
-- are checked when a job may be done. Unlogged: after a crash it is learned again from a few jobs.
create unlogged table model_times (
  model text primary key,
  recent_ms int[] not null,
  recent_called boolean[] not null
);
