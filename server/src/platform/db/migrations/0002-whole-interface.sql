-- access/identity/ ------------------------------------------------------------------------------------------

alter table api_keys
  add column daily_credit_limit bigint check (daily_credit_limit >= 0),
  add column per_job_credit_limit bigint check (per_job_credit_limit >= 0),
  add column last_used_at timestamptz(3);

-- A key keeps its id, limits and history when its secret changes; the old secret lives until its grace ends.
create table key_secrets (
  digest bytea primary key check (length(digest) = 32),
  key_id ident not null references api_keys,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index key_secrets_of_key on key_secrets (key_id);
insert into key_secrets (digest, key_id, created_at) select secret_digest, id, created_at from api_keys;
alter table api_keys drop column secret_digest;

-- A dashboard session: only the digest of its token, and when the password was last given.
create table sessions (
  digest bytea primary key check (length(digest) = 32),
  user_id ident not null references users,
  created_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now(),
  proved_at timestamptz(3) not null default now()
);
create index sessions_of_user on sessions (user_id);

-- access/limits/ --------------------------------------------------------------------------------------------

-- Not only users are counted: a log-in counts for its e-mail address and for its network.
alter table rate_logs alter column user_id type text;

-- catalog/products/ -----------------------------------------------------------------------------------------

create table products (
  id ident primary key,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  name text not null,
  -- Kept by every attachment in its own commit, so that a list of products counts nothing.
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

-- Every reference image: of a product or character, or hidden behind one job (an address, an upload).
create table photos (
  id ident primary key,
  -- The order of adding: the oldest active photo of a product is its primary one.
  seq bigint generated always as identity,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  kind text not null check (kind in ('product', 'character', 'external_url', 'upload')),
  product_id ident references products,
  character_id ident references characters,
  label text not null,
  source_url text,
  -- Our cleaned copy. An address has none until a run has fetched it.
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

-- How many active photos a product or character has: the row settles the race for the last place.
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

-- How many active CEPs a product or topic has: the row settles the race for the last place.
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
  -- What the job was made from, in order, and what the limit left out; a photo never changes its file.
  add column inputs jsonb not null default '[]',
  add column dropped jsonb not null default '[]',
  add column mask jsonb,
  -- False while an address that the caller gave is still to be fetched.
  add column inputs_ready boolean not null default true,
  add column codec text,
  add column ai_origin_mark boolean,
  add column removed_at timestamptz(3),
  add check ((kind = 'image') = (size is not null)),
  add check ((kind = 'video') = (duration_seconds > 0) and (kind = 'video') = (orientation is not null));

create index media_of_product on media (product_id, created_at desc, id desc) where product_id is not null;
-- Tiny whatever the size of the table, because rows lie in the order of their time: for retention.
create index media_finished on media using brin (finished_at);
create index media_open_of_user on media (user_id) where status in ('queued', 'processing');

-- A product's library. The time is the media's own, so that the library is read in its order.
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
    -- Retention takes the file away and says so; it changes nothing else, and never back.
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
