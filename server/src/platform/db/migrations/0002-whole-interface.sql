-- access/identity/ ------------------------------------------------------------------------------------------

alter table api_keys
  add column daily_credit_limit bigint check (daily_credit_limit >= 0),
  add column per_job_credit_limit bigint check (per_job_credit_limit >= 0),
  add column last_used_at timestamptz(3);

-- A key keeps its id, limits and history when its secret is rotated; the old secret is valid until its grace
-- period ends.
create table key_secrets (
  digest bytea primary key check (length(digest) = 32),
  key_id ident not null references api_keys,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index key_secrets_of_key on key_secrets (key_id);
insert into key_secrets (digest, key_id, created_at) select secret_digest, id, created_at from api_keys;
alter table api_keys drop column secret_digest;

-- Dashboard sessions: only the digest of the token is stored. proved_at: when the password was last entered.
create table sessions (
  digest bytea primary key check (length(digest) = 32),
  user_id ident not null references users,
  created_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  proved_at timestamptz(3) not null default now()
);
create index sessions_of_user on sessions (user_id);

-- access/limits/ --------------------------------------------------------------------------------------------

-- The id is not always a user: a login counts for its e-mail address and for its network.
alter table rate_logs alter column user_id type text;

-- catalog/products/ -----------------------------------------------------------------------------------------

create table products (
  id ident primary key,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  name text not null,
  -- Updated in the transaction of each attachment, so that lists of products need no counting.
  media_count int not null default 0 check (media_count >= 0),
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
create index products_newest on products (user_id, mode, created_at desc, id desc);

-- catalog/characters/ ---------------------------------------------------------------------------------------

create table characters (
  id ident primary key,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  name text not null,
  description text,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index characters_newest on characters (user_id, mode, created_at desc, id desc);

-- catalog/photos/ -------------------------------------------------------------------------------------------

-- All reference images: of a product or character, or hidden, which means used by one job only (a URL, an
-- upload).
create table photos (
  id ident primary key,
  -- The order of insertion: the oldest active photo of a product is its primary one.
  seq bigint generated always as identity,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  kind text not null check (kind in ('product', 'character', 'external_url', 'upload')),
  product_id ident references products,
  character_id ident references characters,
  label text not null,
  source_url text,
  -- Our cleaned copy. A photo given by URL has none until a run has fetched it.
  object_key text,
  content_type text,
  size_bytes bigint,
  sha256 bytea,
  width int,
  height int,
  created_at timestamptz(3) not null default clock_timestamp(),
  deactivated_at timestamptz(3),
  check ((kind = 'product') = (product_id is not null)),
  check ((kind = 'character') = (character_id is not null)),
  check ((kind = 'external_url') = (source_url is not null)),
  check (kind = 'external_url' or object_key is not null),
  check ((object_key is null) = (sha256 is null) and (object_key is null) = (content_type is null))
);
create index photos_of_product on photos (product_id, seq)
  where product_id is not null and deactivated_at is null;
create index photos_of_character on photos (character_id, seq)
  where character_id is not null and deactivated_at is null;

-- The number of active photos of a product or character (the holder). The row is the lock that enforces the
-- limit.
create table photo_counts (
  holder_id ident primary key,
  active smallint not null check (active between 0 and 50)
);

create table assets (
  id ident primary key,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  object_key text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  width int not null,
  height int not null,
  created_at timestamptz(3) not null default clock_timestamp()
);

-- catalog/ceps/ ---------------------------------------------------------------------------------------------

create table topics (
  id ident primary key,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  name text not null,
  description text,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index topics_newest on topics (user_id, mode, created_at desc, id desc);

-- The number of active CEPs of a product or topic (the target). The row is the lock that enforces the limit.
create table cep_counts (
  target_id ident primary key,
  active smallint not null check (active between 0 and 30)
);

create table ceps (
  id ident primary key,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  product_id ident references products,
  topic_id ident references topics,
  cep_text text not null,
  pain_point text,
  angle text,
  notes text,
  status text not null default 'active' check (status in ('active', 'deleted')),
  created_at timestamptz(3) not null default clock_timestamp(),
  deleted_at timestamptz(3),
  check (num_nonnulls(product_id, topic_id) = 1),
  check ((status = 'deleted') = (deleted_at is not null))
);
create index ceps_of_product on ceps (product_id, created_at, id) where status = 'active';
create index ceps_of_topic on ceps (topic_id, created_at, id) where status = 'active';

-- production/media/ -----------------------------------------------------------------------------------------

alter table media
  alter column size drop not null,
  add column orientation text check (orientation in ('portrait', 'landscape', 'square')),
  add column resolution text not null default 'SD' check (resolution in ('SD', 'HD')),
  add column duration_seconds smallint not null default 0,
  add column product_id ident references products,
  add column character_id ident references characters,
  add column cep_id ident references ceps,
  add column hook text,
  -- The references that the job used, in order, and those above the limit. The file of a photo never changes.
  add column inputs jsonb not null default '[]',
  add column dropped jsonb not null default '[]',
  add column mask jsonb,
  -- False while a URL that the caller gave is still to be fetched.
  add column inputs_ready boolean not null default true,
  add column codec text,
  add column ai_origin_mark boolean,
  add column removed_at timestamptz(3),
  add check ((kind = 'image') = (size is not null)),
  add check ((kind = 'video') = (duration_seconds > 0) and (kind = 'video') = (orientation is not null));

create index media_of_product on media (product_id, created_at desc, id desc) where product_id is not null;
-- For retention. Tiny for any size of the table, because rows are stored in order of time.
create index media_finished on media using brin (finished_at);
create index media_open_of_user on media (user_id) where status in ('queued', 'processing');

-- The library of a product. The creation time of the media is copied, so that an index gives the order.
create table attachments (
  product_id ident not null references products,
  media_id ident not null references media,
  media_created_at timestamptz(3) not null,
  attached_at timestamptz(3) not null default clock_timestamp(),
  primary key (product_id, media_id)
);
create index attachments_newest on attachments (product_id, media_created_at desc, media_id desc);
create index attachments_of_media on attachments (media_id);

create or replace function guard_media() returns trigger language plpgsql as $$
begin
  if old.status in ('completed', 'failed', 'stalled') then
    -- Retention may set removed_at once, and nothing else.
    if old.removed_at is null and to_jsonb(new) - 'removed_at' = to_jsonb(old) - 'removed_at' then
      return new;
    end if;
    raise exception 'media % is % and never changes again', old.id, old.status
      using errcode = 'integrity_constraint_violation';
  end if;
  if (old.status, new.status) in (('processing', 'queued'), ('queued', 'completed')) then
    raise exception 'media % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  if (new.id, new.user_id, new.mode, new.kind, new.cost_credits, new.created_at, new.deadline_at, new.n,
      new.inputs, new.product_id)
     is distinct from
     (old.id, old.user_id, old.mode, old.kind, old.cost_credits, old.created_at, old.deadline_at, old.n,
      old.inputs, old.product_id) then
    raise exception 'media % cannot change its owner, price, window or ingredients', old.id
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
