-- OAuth for hosts that take no keys (decision 0043). A consent, what an owner allowed a client, is a row of
-- api_keys that names the client; its secrets are tokens. Only digests of codes and tokens are stored.

-- access/audit/ ---------------------------------------------------------------------------------------------

-- A client may end its own consent, and ends it by using a token that was replaced long ago.
alter table audit_events drop constraint audit_events_actor_kind_check,
  add constraint audit_events_actor_kind_check
    check (actor_kind in ('session', 'operator', 'database', 'client'));

-- access/identity/ ------------------------------------------------------------------------------------------

-- client_host: where the codes were sent, as the owner saw it.
alter table api_keys add column client_id text check (length(client_id) <= 2048),
  add column client_host text check (length(client_host) <= 255),
  add constraint consents_name_their_client check ((client_id is null) = (client_host is null));
create index consents_of_user on api_keys (user_id) where client_id is not null and revoked_at is null;
create index consents_revoked on api_keys (revoked_at)
  where client_id is not null and revoked_at is not null;

-- A code is exchanged once. It stays for a day, so that a second use is noticed and ends the consent.
create table oauth_codes (
  digest bytea primary key check (length(digest) = 32),
  user_id ident not null references users,
  key_id ident not null references api_keys,
  redirect_uri text not null,
  challenge text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index oauth_codes_of_key on oauth_codes (key_id);
create index oauth_codes_of_user on oauth_codes (user_id);

-- replaced_at: when a refresh token was used first. salt: with it and the token the server makes the next
-- one, always the same, so that parallel refreshes get one successor. late_uses: since it was replaced.
create table oauth_tokens (
  digest bytea primary key check (length(digest) = 32),
  user_id ident not null references users,
  key_id ident not null references api_keys,
  kind text not null check (kind in ('access', 'refresh')),
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  salt bytea check (length(salt) = 32),
  late_uses int not null default 0,
  constraint only_refresh_tokens_are_replaced
    check (kind = 'refresh' or (replaced_at is null and salt is null and late_uses = 0))
);
create index oauth_tokens_of_key on oauth_tokens (key_id);
create index oauth_tokens_of_user on oauth_tokens (user_id);
create index oauth_tokens_ends on oauth_tokens (expires_at);

-- Clients that registered themselves. They belong to nobody, and no process reads or writes this table but
-- through the functions below. used_at: when an owner allowed one or it refreshed a token, within a day.
-- network: a digest.
create table oauth_clients (
  id ident primary key,
  name text not null check (length(name) <= 200),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  network text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  used_at timestamptz(3)
);
create index oauth_clients_unused on oauth_clients (created_at, id) where used_at is null;
create index oauth_clients_of_network on oauth_clients (network) where used_at is null;

-- False: this network has too many that no owner allowed yet. When all networks together have too many, the
-- oldest of these goes: a real client is allowed within minutes.
create function register_client(p_id text, p_name text, p_uris text[], p_network text,
                                p_per_network int, p_in_all int) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('atelier: registered clients', 0));
  delete from oauth_clients where used_at is null and created_at < clock_timestamp() - interval '1 day';
  if (select count(*) from oauth_clients where used_at is null and network = p_network) >= p_per_network then
    return false;
  end if;
  delete from oauth_clients where id in (select c.id from oauth_clients c where c.used_at is null
    order by c.created_at desc, c.id desc offset greatest(p_in_all - 1, 0));
  insert into oauth_clients (id, name, redirect_uris, network)
  values (p_id, p_name, p_uris, p_network);
  return true;
end $$;

create function find_client(p_id text) returns table (name text, redirect_uris text[])
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.name, c.redirect_uris from oauth_clients c where c.id = p_id
    and (c.used_at is not null or c.created_at > clock_timestamp() - interval '1 day')
$$;

-- At most once a day: clients refresh every hour, and several at a time.
create function use_client(p_id text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update oauth_clients set used_at = clock_timestamp()
  where id = p_id and coalesce(used_at < clock_timestamp() - interval '1 day', true)
$$;

-- What has ended: tokens and codes, clients that were not used for 90 days, and consents whose last token is
-- gone. Returns how many rows. For the worker.
create function remove_old_tokens(p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed int := 0;
  rows int;
begin
  delete from oauth_tokens where digest in (select t.digest from oauth_tokens t
    where t.expires_at < clock_timestamp() limit p_limit);
  get diagnostics rows = row_count;
  removed := removed + rows;
  -- Two days are many runs.
  delete from oauth_tokens where digest in (select t.digest from oauth_tokens t
    join api_keys k on k.id = t.key_id and k.client_id is not null
    where k.revoked_at > clock_timestamp() - interval '2 days' limit p_limit);
  get diagnostics rows = row_count;
  removed := removed + rows;
  delete from oauth_codes where digest in (select c.digest from oauth_codes c
    where c.created_at < clock_timestamp() - interval '1 day' limit p_limit);
  get diagnostics rows = row_count;
  removed := removed + rows;
  delete from oauth_clients where id in (select c.id from oauth_clients c
    where coalesce(c.used_at + interval '90 days', c.created_at + interval '1 day') < clock_timestamp()
    limit p_limit);
  get diagnostics rows = row_count;
  removed := removed + rows;
  update api_keys set revoked_at = clock_timestamp() where id in (select k.id from api_keys k
    where k.client_id is not null and k.revoked_at is null
      and k.created_at < clock_timestamp() - interval '1 hour'
      and not exists (select from oauth_tokens t where t.key_id = k.id and t.expires_at > clock_timestamp())
    limit p_limit);
  get diagnostics rows = row_count;
  return removed + rows;
end $$;

-- As before, and where the tokens of a consent go.
create or replace function audit_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform record_event(new.user_id, 'key.created', new.id, jsonb_build_object('scopes', new.scopes,
      'mode', new.mode, 'dailyCreditLimit', new.daily_credit_limit,
      'perJobCreditLimit', new.per_job_credit_limit, 'expiresAt', new.expires_at,
      'client', new.client_host));
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform record_event(old.user_id, 'key.deleted', old.id, '{}');
    return null;
  end if;
  if old.revoked_at is null and new.revoked_at is not null then
    perform record_event(new.user_id, 'key.revoked', new.id, '{}');
  end if;
  if old.prefix <> new.prefix then
    perform record_event(new.user_id, 'key.rotated', new.id, '{}');
  end if;
  if (old.daily_credit_limit, old.per_job_credit_limit)
     is distinct from (new.daily_credit_limit, new.per_job_credit_limit) then
    perform record_event(new.user_id, 'key.limits_changed', new.id, jsonb_build_object(
      'dailyCreditLimit', coalesce(to_jsonb(new.daily_credit_limit), '"none"'),
      'perJobCreditLimit', coalesce(to_jsonb(new.per_job_credit_limit), '"none"')));
  end if;
  if old.scopes <> new.scopes then
    perform record_event(new.user_id, 'key.scopes_changed', new.id, jsonb_build_object('scopes', new.scopes));
  end if;
  return null;
end $$;
