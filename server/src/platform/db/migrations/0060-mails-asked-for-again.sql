-- access/mail/ ----------------------------------------------------------------------------------------------

-- As before, and a mail that is asked for again is a new one: its day begins now, and it waits for the turn
-- of its kind and no longer. Before, it waited for the pause of an outage, up to two hours after its end, and
-- was given up a day after it had been asked for first.
create or replace function queue_mail(p_kind text, p_user text, p_address text, p_language text,
                                      p_facts jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if session_user = 'atelier_api' and p_user is distinct from null
     and p_user is distinct from current_setting('app.user_id', true) then
    raise exception 'mail for another user' using errcode = 'insufficient_privilege';
  end if;
  insert into mails as m (kind, user_id, person, address, language, facts)
  values (p_kind, p_user, sha256(convert_to(lower(p_address), 'UTF8')), lower(p_address), p_language, p_facts)
  on conflict (person, kind) where state = 'waiting'
    do update set facts = excluded.facts, language = excluded.language, user_id = excluded.user_id,
      created_at = excluded.created_at,
      -- A turn lasts 90 seconds: `TURN_SECONDS` in mail-row.ts.
      next_at = least(m.next_at, coalesce((select t.taken_at + interval '91 seconds' from mail_turns t
        where t.person = m.person and t.kind = m.kind), clock_timestamp()));
end $$;
