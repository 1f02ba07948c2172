-- Links by mail for a lost password, and for a sign-up (decision 0050).

-- access/identity/ ------------------------------------------------------------------------------------------

-- Each sets a new password once, within an hour.
create table reset_links (
  digest bytea primary key check (length(digest) = 32),
  user_id ident not null references users,
  expires_at timestamptz(3) not null default clock_timestamp() + interval '1 hour'
);
create index reset_links_of_user on reset_links (user_id);

-- Each makes an account for its address once, within a day.
create table sign_up_links (
  digest bytea primary key check (length(digest) = 32),
  email text not null check (email = lower(email) and length(email) <= 254),
  expires_at timestamptz(3) not null default clock_timestamp() + interval '1 day'
);
create index sign_up_links_of_address on sign_up_links (email);

create function add_reset_link(p_digest bytea, p_user text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into reset_links (digest, user_id) select p_digest, u.id from users u
  where u.id = p_user and u.suspended_at is null and u.erased_at is null;
  return found;
end $$;

-- False where there is an account: it needs no second one.
create function add_sign_up_link(p_digest bytea, p_email text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into sign_up_links (digest, email) select p_digest, p_email
  where not exists (select from users u where u.email = p_email);
  return found;
end $$;

-- Whose password a link sets. The link stays.
create function find_reset_link(p_digest bytea) returns table (user_id text, email text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select u.id::text, u.email from reset_links l join users u on u.id = l.user_id
  where l.digest = p_digest and l.expires_at > clock_timestamp() and u.suspended_at is null
$$;

-- Uses a link of the user that the api acts for. Of two at once the second finds none.
create function use_reset_link(p_digest bytea, p_user text) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from reset_links l where l.digest = p_digest and l.user_id = p_user
    and l.expires_at > clock_timestamp()
    and (session_user <> 'atelier_api' or p_user = current_setting('app.user_id', true));
  return found;
end $$;

create function use_sign_up_link(p_digest bytea) returns table (email text)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from sign_up_links l where l.digest = p_digest and l.expires_at > clock_timestamp()
  returning l.email
$$;

-- After a new password, a link that was made before sets none any more. The same when an account is
-- erased.
create function end_reset_links() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from reset_links l where l.user_id = new.id;
  delete from sign_up_links l where l.email = old.email;
  return null;
end $$;
create trigger new_passwords_end_links after update of password_hash on users
  for each row when (old.password_hash is distinct from new.password_hash) execute function end_reset_links();

-- As before, and links of mails that are too old.
create or replace function remove_old_invitations() returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed int;
begin
  delete from reset_links where expires_at < clock_timestamp();
  delete from sign_up_links where expires_at < clock_timestamp();
  delete from invitations where used_at is null and expires_at < clock_timestamp() - interval '30 days';
  get diagnostics removed = row_count;
  return removed;
end $$;
