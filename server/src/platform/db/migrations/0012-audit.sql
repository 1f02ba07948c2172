-- access/audit/ ---------------------------------------------------------------------------------------------

-- Who changed what, and when: users, keys, sessions, grants, thresholds. It holds no text that a user wrote,
-- and it does not reference users, so that it stays when an account is erased.
create table audit_events (
  id ident primary key,
  user_id ident not null,
  actor_kind text not null check (actor_kind in ('session', 'operator', 'database')),
  actor_id text not null,
  action text not null,
  subject_id text not null,
  changes jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index audit_events_newest on audit_events (user_id, created_at desc, id desc);
create trigger audit_is_append_only before update or delete on audit_events
  for each row execute function refuse_change();
create trigger audit_is_never_emptied before truncate on audit_events
  for each statement execute function refuse_change();

-- Called by the triggers below. The actor is a setting of the transaction; a change without one was made by
-- hand, and is recorded under the database role that made it.
create function record_event(p_user text, p_action text, p_subject text, p_changes jsonb)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
begin
  insert into audit_events (id, user_id, actor_kind, actor_id, action, subject_id, changes)
  values ('evt_' || left(replace(gen_random_uuid()::text, '-', ''), 22), p_user,
          coalesce(actor->>'kind', 'database'), coalesce(actor->>'id', session_user::text),
          p_action, p_subject, jsonb_strip_nulls(p_changes));
end $$;

-- access/identity/ ------------------------------------------------------------------------------------------

create function audit_user() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform record_event(new.id, 'user.created', new.id, jsonb_build_object('role', new.role));
    return null;
  end if;
  if tg_op = 'DELETE' then
    perform record_event(old.id, 'user.deleted', old.id, '{}');
    return null;
  end if;
  if (old.suspended_at is null) <> (new.suspended_at is null) then
    perform record_event(new.id, case when new.suspended_at is null then 'user.resumed'
                                 else 'user.suspended' end, new.id, '{}');
  end if;
  if old.password_hash <> new.password_hash then
    perform record_event(new.id, 'user.password_changed', new.id, '{}');
  end if;
  if old.role <> new.role then
    perform record_event(new.id, 'user.role_changed', new.id, jsonb_build_object('role', new.role));
  end if;
  if old.email <> new.email then
    perform record_event(new.id, 'user.email_changed', new.id, '{}');
  end if;
  return null;
end $$;
create trigger users_are_audited after insert or update or delete on users
  for each row execute function audit_user();

create function audit_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform record_event(new.user_id, 'key.created', new.id, jsonb_build_object('scopes', new.scopes,
      'mode', new.mode, 'dailyCreditLimit', new.daily_credit_limit,
      'perJobCreditLimit', new.per_job_credit_limit, 'expiresAt', new.expires_at));
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
-- Not on last_used_at, which every busy key writes once a minute.
create trigger keys_are_audited
  after insert or delete or update of revoked_at, prefix, daily_credit_limit, per_job_credit_limit, scopes
  on api_keys for each row execute function audit_key();

create function audit_session() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, 'session.created', new.user_id, '{}');
  return null;
end $$;
create trigger sessions_are_audited after insert on sessions for each row execute function audit_session();

-- access/credits/ -------------------------------------------------------------------------------------------

create function audit_grant() returns trigger language plpgsql as $$
begin
  perform record_event(new.user_id, 'credits.granted', new.id,
                       jsonb_build_object('amount', new.amount, 'mode', new.mode));
  return null;
end $$;
create trigger grants_are_audited after insert on credit_grants for each row execute function audit_grant();

-- learning/evidence/ ----------------------------------------------------------------------------------------

create function audit_thresholds() returns trigger language plpgsql as $$
begin
  if old.thresholds is distinct from new.thresholds then
    perform record_event(new.user_id, 'thresholds.changed', new.user_id, new.thresholds);
  end if;
  return null;
end $$;
create trigger thresholds_are_audited after update of thresholds on memories
  for each row execute function audit_thresholds();
