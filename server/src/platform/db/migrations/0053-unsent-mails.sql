-- access/mail/ ----------------------------------------------------------------------------------------------

-- Mails that wait, and those that were given up, for admins and operators: the newest first.
create function list_unsent_mails(p_limit int)
returns table (id bigint, kind text, user_id text, address text, state text, attempts int, trouble text,
               created_at timestamptz, next_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query
    select m.id, m.kind, m.user_id::text, m.address, m.state, m.attempts, m.trouble, m.created_at,
           case when m.state = 'waiting' then m.next_at end
    from mails m where m.state <> 'sent' order by m.created_at desc, m.id desc limit p_limit;
end $$;
