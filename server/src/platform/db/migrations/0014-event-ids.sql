-- access/audit/ ---------------------------------------------------------------------------------------------

-- An id in the form that newId makes: the cell, which is that of the user, the time, and random digits. Only
-- triggers need it.
create function event_id(p_user text) returns text language plpgsql volatile as $$
declare
  digits constant text := '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  at text := '';
begin
  for i in 1..7 loop
    at := substr(digits, (ms % 62)::int + 1, 1) || at;
    ms := ms / 62;
  end loop;
  return 'evt_' || substr(p_user, 5, 2) || at || right(replace(gen_random_uuid()::text, '-', ''), 13);
end $$;

create or replace function record_event(p_user text, p_action text, p_subject text, p_changes jsonb)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  actor jsonb := nullif(current_setting('app.actor', true), '')::jsonb;
begin
  insert into audit_events (id, user_id, actor_kind, actor_id, action, subject_id, changes)
  values (event_id(p_user), p_user, coalesce(actor->>'kind', 'database'),
          coalesce(actor->>'id', session_user::text), p_action, p_subject, jsonb_strip_nulls(p_changes));
end $$;
