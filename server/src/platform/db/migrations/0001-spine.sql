-- Ids are text with a kind prefix. Collation "C": they are compared as bytes, never sorted for display.
create domain ident as text collate "C" check (value ~ '^[a-z]{3}_[0-9A-Za-z]{22}$');

-- access/identity/ ------------------------------------------------------------------------------------------

create table users (
  id ident primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  password_hash text not null,
  role text not null default 'user' check (role in ('user', 'admin')),
  suspended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (email)
);

create table api_keys (
  id ident primary key,
  user_id ident not null references users,
  name text not null,
  prefix text not null,
  secret_digest bytea not null check (length(secret_digest) = 32),
  scopes text[] not null,
  mode text not null default 'live' check (mode in ('live', 'test')),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  unique (secret_digest)
);
create index api_keys_of_user on api_keys (user_id, created_at);

-- access/credits/ -------------------------------------------------------------------------------------------

-- One row per user and mode, which is also the lock of that ledger: no row is shared by all users. Renamed to
-- credit_accounts in 0004.
create table accounts (
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  balance bigint not null default 0 check (balance >= 0),
  seq bigint not null default 0,
  head_hash bytea not null default decode(repeat('00', 32), 'hex'),
  head_at timestamptz(3) not null default '-infinity',
  primary key (user_id, mode)
) with (fillfactor = 70);

create table ledger_entries (
  id ident primary key,
  user_id ident not null,
  mode text not null,
  seq bigint not null,
  amount bigint not null check (amount <> 0),
  balance_after bigint not null check (balance_after >= 0),
  kind text not null check (kind in ('grant', 'purchase', 'charge', 'refund', 'adjustment')),
  reason text not null,
  ref_type text not null,
  ref_id ident not null,
  reverses ident references ledger_entries,
  tx_hash bytea not null check (length(tx_hash) = 32),
  created_at timestamptz(3) not null,
  foreign key (user_id, mode) references accounts (user_id, mode),
  unique (user_id, mode, seq),
  constraint one_entry_per_ref_and_kind unique (ref_type, ref_id, kind),
  check ((kind = 'refund') = (reverses is not null)),
  check (case kind when 'charge' then amount < 0 when 'adjustment' then true else amount > 0 end)
);

create table credit_grants (
  id ident primary key,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  amount bigint not null check (amount <> 0),
  note text not null,
  created_at timestamptz(3) not null default now()
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger ledger_is_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_is_never_emptied before truncate on ledger_entries
  for each statement execute function refuse_change();

-- Computes txHash. Every guarantee of the hash chain depends on this function.
create function entry_hash(prev bytea, id text, amount bigint, reason text, ref_id text, ref_type text,
                           balance_after bigint, created_at timestamptz)
returns bytea language sql immutable as $$
  select sha256(convert_to(concat_ws(E'\n', encode(prev, 'hex'), id, amount, reason, ref_id, ref_type,
    balance_after, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), 'UTF8'))
$$;

-- The only way to move credits: lock the account, check, append, advance the head; one round trip.
-- posted = false: the balance would have become negative, and nothing was written.
create function post_entry(p_id text, p_user text, p_mode text, p_kind text, p_amount bigint, p_reason text,
                           p_ref_type text, p_ref_id text, p_reverses text)
returns table (posted boolean, balance_now bigint, posted_at timestamptz) language plpgsql as $$
declare
  account accounts%rowtype;
  at_time timestamptz(3);
  hash bytea;
begin
  -- NO KEY: a plain FOR UPDATE would block every insert that references the account.
  select * into account from accounts a where a.user_id = p_user and a.mode = p_mode for no key update;
  if not found then
    raise exception 'no account for % in mode %', p_user, p_mode;
  end if;
  if account.balance + p_amount < 0 then
    return query select false, account.balance, null::timestamptz;
    return;
  end if;
  -- A clock that steps back must not reverse the order of the chain.
  at_time := greatest(date_trunc('milliseconds', clock_timestamp()), account.head_at);
  hash := entry_hash(account.head_hash, p_id, p_amount, p_reason, p_ref_id, p_ref_type,
                     account.balance + p_amount, at_time);
  insert into ledger_entries (id, user_id, mode, seq, amount, balance_after, kind, reason, ref_type, ref_id,
                              reverses, tx_hash, created_at)
  values (p_id, p_user, p_mode, account.seq + 1, p_amount, account.balance + p_amount, p_kind, p_reason,
          p_ref_type, p_ref_id, p_reverses, hash, at_time);
  update accounts a set balance = a.balance + p_amount, seq = a.seq + 1, head_hash = hash, head_at = at_time
  where a.user_id = p_user and a.mode = p_mode;
  return query select true, account.balance + p_amount, at_time::timestamptz;
end $$;

-- A refund reverses one charge, in full or in part, and never more than was charged.
create function refund_charge(p_id text, p_ref_type text, p_ref_id text, p_amount bigint)
returns table (balance_now bigint, posted_at timestamptz) language plpgsql as $$
declare
  charge ledger_entries%rowtype;
begin
  select * into charge from ledger_entries e
  where e.ref_type = p_ref_type and e.ref_id = p_ref_id and e.kind = 'charge';
  if not found then
    raise exception 'no charge for % to refund', p_ref_id;
  end if;
  if p_amount <= 0 or p_amount > -charge.amount then
    raise exception 'a refund of % does not fit the charge of % for %', p_amount, -charge.amount, p_ref_id;
  end if;
  return query select p.balance_now, p.posted_at
    from post_entry(p_id, charge.user_id, charge.mode, 'refund', p_amount, charge.reason || '_refund',
                    p_ref_type, p_ref_id, charge.id) p;
end $$;

-- access/limits/ --------------------------------------------------------------------------------------------

-- An exact sliding-window log: the times (epoch ms) of the requests counted in the last minute, oldest first.
-- UNLOGGED: a crash empties it, which allows at most one more minute of requests and saves a flush per
-- request.
create unlogged table rate_logs (
  user_id ident not null,
  class text not null,
  stamps bigint[] not null,
  primary key (user_id, class)
) with (fillfactor = 50, toast_tuple_target = 4096);

create function take_slot(p_user text, p_class text, p_limit int, p_window_ms bigint)
returns table (taken boolean, remaining int, reset_ms bigint, now_ms bigint) language plpgsql as $$
declare
  counted bigint[];
  at_ms bigint;
  first int := 1;
begin
  insert into rate_logs values (p_user, p_class, '{}') on conflict do nothing;
  select stamps into counted from rate_logs where user_id = p_user and class = p_class for update;
  -- The clock is read under the lock, so that the log stays in order.
  at_ms := floor(extract(epoch from clock_timestamp()) * 1000);
  while first <= cardinality(counted) and counted[first] <= at_ms - p_window_ms loop
    first := first + 1;
  end loop;
  counted := counted[first:];
  taken := cardinality(counted) < p_limit;
  if taken then
    counted := counted || at_ms;
    update rate_logs set stamps = counted where user_id = p_user and class = p_class;
  end if;
  return query select taken, p_limit - cardinality(counted), coalesce(counted[1] + p_window_ms, at_ms), at_ms;
end $$;

-- The same result without taking a slot: for replays, and to refuse early without a lock.
create function peek_slot(p_user text, p_class text, p_limit int, p_window_ms bigint)
returns table (remaining int, reset_ms bigint, now_ms bigint) language sql as $$
  with clock as (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as at_ms),
  counted as (
    select stamp from rate_logs, unnest(stamps) stamp, clock
    where user_id = p_user and class = p_class and stamp > at_ms - p_window_ms)
  select greatest(0, p_limit - (select count(*) from counted)::int),
         coalesce((select min(stamp) from counted) + p_window_ms, at_ms), at_ms
  from clock
$$;

-- production/media/ -----------------------------------------------------------------------------------------

create table media (
  id ident primary key,
  user_id ident not null references users,
  mode text not null check (mode in ('live', 'test')),
  key_id ident references api_keys,
  kind text not null check (kind in ('image', 'video')),
  parent_id ident references media,
  position smallint not null default 0,
  status text not null check (status in ('queued', 'processing', 'completed', 'failed', 'stalled')),
  prompt text not null,
  provider text not null,
  model text not null,
  size text not null,
  n smallint not null,
  client_ref text,
  -- A submit that the provider refused releases its clientRef, but the failed job still shows it.
  client_ref_bound boolean not null,
  body_hash bytea,
  cost_credits bigint not null check (cost_credits >= 0),
  refunded_credits bigint not null default 0,
  created_at timestamptz(3) not null,
  deadline_at timestamptz not null,
  -- State of the run: the token that wakes it, when it must write again, when it last checked the provider.
  -- Three of these columns are renamed in 0004: wake_token, checked_at, woken_at.
  hint_id text,
  run_due_at timestamptz,
  looked_at timestamptz,
  rung_at timestamptz,
  result_seen_at timestamptz,
  progress smallint check (progress between 0 and 100),
  finished_at timestamptz(3),
  refunded_at timestamptz(3),
  error_code text,
  error_message text check (length(error_message) <= 500),
  -- The file, set when it is stored and checked.
  object_key text,
  content_type text,
  size_bytes bigint,
  sha256 bytea,
  md5 bytea,
  width int,
  height int,
  thumbnail_key text,
  thumbnail_bytes int,
  check ((status = 'completed') = (object_key is not null)),
  check ((object_key is null) = (sha256 is null) and (object_key is null) = (thumbnail_key is null)),
  check ((status in ('completed', 'failed', 'stalled')) = (finished_at is not null)),
  check (status not in ('failed', 'stalled')
         or (refunded_at is not null and refunded_credits = cost_credits)),
  check ((refunded_at is null) = (refunded_credits = 0)),
  check ((parent_id is null) = (cost_credits > 0))
) with (fillfactor = 80);

create unique index media_client_ref on media (user_id, mode, kind, client_ref) where client_ref_bound;
create index media_newest on media (user_id, mode, created_at desc, id desc);
create index media_by_ref on media (user_id, client_ref) where client_ref is not null;
create index media_siblings on media (parent_id, position) where parent_id is not null;
-- Small for any size of the table, because it holds only unfinished media. deadline_at never changes, so the
-- writes of a run touch no index.
create index media_open on media (deadline_at, id) where status in ('queued', 'processing');

create function guard_media() returns trigger language plpgsql as $$
begin
  if old.status in ('completed', 'failed', 'stalled') then
    raise exception 'media % is % and never changes again', old.id, old.status
      using errcode = 'integrity_constraint_violation';
  end if;
  if (old.status, new.status) in (('processing', 'queued'), ('queued', 'completed')) then
    raise exception 'media % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'integrity_constraint_violation';
  end if;
  if (new.id, new.user_id, new.mode, new.kind, new.cost_credits, new.created_at, new.deadline_at, new.n)
     is distinct from
     (old.id, old.user_id, old.mode, old.kind, old.cost_credits, old.created_at, old.deadline_at, old.n) then
    raise exception 'media % cannot change its owner, price or window', old.id
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger media_guard before update on media for each row execute function guard_media();

-- Requests to providers, written before they are sent. That none is sent twice is a constraint: one live row
-- per media.
create table provider_submits (
  media_id ident not null references media,
  try smallint not null,
  provider text not null,
  state text not null check (state in ('intent', 'unknown', 'accepted', 'refused', 'abandoned')),
  provider_job_id text,
  started_at timestamptz not null,
  answered_at timestamptz,
  primary key (media_id, try),
  unique (provider, provider_job_id),
  check ((state = 'accepted') = (provider_job_id is not null))
);
create unique index one_live_submit on provider_submits (media_id)
  where state in ('intent', 'unknown', 'accepted');
