-- What each worker measures every second, so that every api can tell what it may accept.

-- production/admission/ -------------------------------------------------------------------------------------

-- One row for each address of a worker. Unlogged: after a crash it is written again within a second.
create unlogged table worker_pulses (
  worker text primary key,
  written_at timestamptz not null,
  -- How long this worker has not reached the engine; 0 when it does.
  engine_down_ms int not null,
  -- Free space for the files that it works on.
  free_bytes bigint not null,
  -- Open jobs of the whole service whose windows close within those of a new job, by kind and mode.
  open_image int not null,
  open_video int not null,
  open_image_test int not null,
  open_video_test int not null,
  -- Jobs of the whole service that no worker has begun, for more than a second.
  not_begun int not null,
  -- Runs of the whole service that have not written when they had announced it.
  late int not null,
  -- What this worker did in the last seconds, and whether it had more to do than it could.
  begun_per_second real not null,
  finished_per_second real not null,
  steps_per_second real not null,
  is_saturated boolean not null
);
