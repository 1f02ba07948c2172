-- How users come in (decision 0037), and a second factor for those who switch it on (decision 0038).

-- access/identity/ ------------------------------------------------------------------------------------------

-- One-time links. Only the digest of a link is stored. An address is kept until its link was used: then it is
-- that of a user, who may erase it. No process reads or writes this table but through the functions below.
create table invitations (
  id ident primary key,
  kind text not null check (kind in ('setup', 'invitation')),
  digest bytea not null unique check (length(digest) = 32),
  email text check (email = lower(email) and length(email) <= 254),
  -- The admin who invited; null: an operator with a command, or the first start.
  invited_by ident,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  revoked_at timestamptz(3),
  accepted_by ident,
  constraint invitations_have_an_address check (kind = 'setup' or email is not null or used_at is not null),
  constraint used_links_name_their_user check ((used_at is null) = (accepted_by is null))
);
create index invitations_newest on invitations (created_at desc, id desc) where kind = 'invitation';

-- What only admins may read. The database decides it, so that no forgotten condition of the api shows the
-- rows of all users. The worker and the operator's commands read them anyway.
create function require_admin() returns void
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if session_user = 'atelier_api' and not exists (select from users u
    where u.id = current_setting('app.user_id', true) and u.role = 'admin' and u.suspended_at is null) then
    raise exception 'only an admin may do this' using errcode = 'insufficient_privilege';
  end if;
end $$;

create function has_admin() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from users where role = 'admin' and erased_at is null)
$$;

create function has_user() returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from users)
$$;

-- A link to make the first admin. False when there is one; with p_is_first, also when there is any user.
create function make_setup_link(p_id text, p_digest bytea, p_is_first boolean) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if has_admin() or (p_is_first and has_user()) then
    return false;
  end if;
  insert into invitations (id, kind, digest, expires_at)
  values (p_id, 'setup', p_digest, clock_timestamp() + interval '1 day');
  return true;
end $$;

create function make_invitation(p_id text, p_digest bytea, p_email text, p_by text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  insert into invitations (id, kind, digest, email, invited_by, expires_at)
  values (p_id, 'invitation', p_digest, p_email, p_by, clock_timestamp() + interval '7 days');
  if p_by is not null then
    perform record_event(p_by, 'invitation.created', p_id, '{}');
  end if;
end $$;

create function list_invitations(p_limit int)
returns table (id text, email text, invited_by text, created_at timestamptz, expires_at timestamptz,
               used_at timestamptz, revoked_at timestamptz, accepted_by text, is_open boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query select i.id::text, i.email, i.invited_by::text, i.created_at::timestamptz,
      i.expires_at::timestamptz, i.used_at::timestamptz, i.revoked_at::timestamptz, i.accepted_by::text,
      i.used_at is null and i.revoked_at is null and i.expires_at > clock_timestamp()
    from invitations i where i.kind = 'invitation' order by i.created_at desc, i.id desc limit p_limit;
end $$;

create function revoke_invitation(p_id text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  is_revoked boolean;
  who constant text := nullif(current_setting('app.user_id', true), '');
begin
  perform require_admin();
  update invitations set revoked_at = clock_timestamp()
  where id = p_id and kind = 'invitation' and used_at is null and revoked_at is null;
  is_revoked := found;
  if is_revoked and who is not null then
    perform record_event(who, 'invitation.revoked', p_id, '{}');
  end if;
  return is_revoked;
end $$;

-- Uses a link for a user whom the same transaction makes. No row: it is unknown, used, revoked or too old.
-- Setups wait for each other, so that of two at once the second finds the admin of the first. Other links of
-- a setup are removed: they would work again if that admin were erased.
create function use_link(p_kind text, p_digest bytea, p_user text) returns table (email text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  link invitations;
begin
  if p_kind = 'setup' then
    perform pg_advisory_xact_lock(hashtextextended('atelier: the first admin', 0));
    if has_admin() then
      return;
    end if;
  end if;
  select * into link from invitations i where i.digest = p_digest and i.kind = p_kind
    and i.used_at is null and i.revoked_at is null and i.expires_at > clock_timestamp() for update;
  if not found then
    return;
  end if;
  update invitations i set used_at = clock_timestamp(), accepted_by = p_user, email = null
  where i.id = link.id;
  if p_kind = 'setup' then
    delete from invitations i where i.kind = 'setup' and i.used_at is null;
  end if;
  return query select link.email;
end $$;

-- The address of a user who is erased is forgotten here, too. The api does it for its own user only.
create function forget_invitations(p_user text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from invitations i using users u where u.id = p_user and i.email = u.email
    and (session_user <> 'atelier_api' or u.id = current_setting('app.user_id', true))
$$;

-- Links that nobody used, with their addresses, 30 days after they ended. Returns how many.
create function remove_old_invitations() returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed int;
begin
  delete from invitations where used_at is null and expires_at < clock_timestamp() - interval '30 days';
  get diagnostics removed = row_count;
  return removed;
end $$;

-- The secret of a user's authenticator, encrypted with a key that the database does not know.
create table second_factors (
  user_id ident primary key references users,
  sealed bytea not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  -- Null: the user has not shown yet that the authenticator works, and logs in without it.
  confirmed_at timestamptz(3),
  -- The newest period of 30 s whose code was used. Codes up to it are refused.
  last_step bigint not null default 0,
  tries int not null default 0,
  tries_since timestamptz(3) not null default clock_timestamp()
);

-- 80 random bits each, so a plain digest is enough.
create table recovery_codes (
  user_id ident not null references users,
  digest bytea not null check (length(digest) = 32),
  used_at timestamptz(3),
  primary key (user_id, digest)
);

create function audit_factor() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.confirmed_at is not null then
      perform record_event(old.user_id, 'second_factor.removed', old.user_id, '{}');
    end if;
    return null;
  end if;
  if old.confirmed_at is null and new.confirmed_at is not null then
    perform record_event(new.user_id, 'second_factor.switched_on', new.user_id, '{}');
  end if;
  return null;
end $$;
create trigger second_factors_are_audited after delete or update of confirmed_at on second_factors
  for each row execute function audit_factor();

create function audit_recovery_code() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, 'recovery_code.used', new.user_id, '{}');
  return null;
end $$;
create trigger recovery_codes_are_audited after update of used_at on recovery_codes
  for each row execute function audit_recovery_code();

create function audit_new_codes() returns trigger language plpgsql as $$
begin
  perform record_event(c.user_id, 'recovery_codes.made', c.user_id, '{}')
    from (select distinct user_id from new_codes) c;
  return null;
end $$;
create trigger new_recovery_codes_are_audited after insert on recovery_codes
  referencing new table as new_codes for each statement execute function audit_new_codes();
