-- Which route of a media is in use, and which jobs at providers nobody waits for any more (decision 0031).

-- production/media/ -----------------------------------------------------------------------------------------

alter table media
  -- The position in `routes` of the one in use. Null until a try is claimed.
  add column route smallint check (route >= 0);

alter table provider_submits
  -- The position in `routes` of the media by which it was sent.
  add column route smallint not null default 0 check (route >= 0),
  -- From when on a worker tells the provider that nobody waits for this job. Null: it need not be told.
  add column cancel_at timestamptz;

create index submits_to_cancel on provider_submits (cancel_at) where cancel_at is not null;
