-- What admins read of the whole service (decision 0037): no pictures, prompts or other texts of users. Each
-- function asks require_admin() first.

-- access/audit/ ---------------------------------------------------------------------------------------------

create index audit_events_of_all on audit_events (created_at desc, id desc);
create index audit_events_of_grants on audit_events (created_at desc, id desc)
  where action = 'credits.granted';

-- p_action null: every action.
create function list_all_events(p_action text, p_created_at timestamptz, p_id text, p_limit int)
returns setof audit_events
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  -- Two statements, so that each has its own plan and index.
  if p_action = 'credits.granted' then
    return query select e.* from audit_events e
      where e.action = 'credits.granted' and (e.created_at, e.id) < (p_created_at, p_id)
      order by e.created_at desc, e.id desc limit p_limit;
  else
    return query select e.* from audit_events e
      where (p_action is null or e.action = p_action) and (e.created_at, e.id) < (p_created_at, p_id)
      order by e.created_at desc, e.id desc limit p_limit;
  end if;
end $$;

-- access/identity/ ------------------------------------------------------------------------------------------

create function list_all_users(p_created_at timestamptz, p_id text, p_limit int)
returns table (id text, email text, role text, created_at timestamptz, suspended_at timestamptz,
               erased_at timestamptz, active_keys int, last_seen_at timestamptz, has_second_factor boolean)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query select u.id::text, u.email, u.role, u.created_at::timestamptz, u.suspended_at::timestamptz,
      u.erased_at::timestamptz,
      (select count(*)::int from api_keys k where k.user_id = u.id and k.revoked_at is null
         and coalesce(k.expires_at > clock_timestamp(), true)),
      greatest((select max(s.seen_at) from sessions s where s.user_id = u.id),
               (select max(k.last_used_at) from api_keys k where k.user_id = u.id))::timestamptz,
      exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
    from users u where (u.created_at, u.id) < (p_created_at, p_id)
    order by u.created_at desc, u.id desc limit p_limit;
end $$;

-- production/media/ -----------------------------------------------------------------------------------------

-- Open jobs at each provider; a job counts where its route is now.
create function count_open_jobs_by_provider()
returns table (provider text, queued int, processing int, oldest_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query select m.provider::text, (count(*) filter (where m.status = 'queued'))::int,
      (count(*) filter (where m.status = 'processing'))::int, min(m.created_at)::timestamptz
    from media m where m.status in ('queued', 'processing') group by m.provider;
end $$;

-- Tries that an operator may have to look at: those without an answer for a minute, and accepted ones of jobs
-- whose run is late or whose window closes soon. Open media have an index of their own.
create function list_stuck_tries(p_limit int)
returns table (media_id text, user_id text, mode text, kind text, model text, provider text, try int,
               part int, state text, why text, started_at timestamptz, deadline_at timestamptz,
               expected_cost_micros bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform require_admin();
  return query select m.id::text, m.user_id::text, m.mode, m.kind, m.model, s.provider::text, s.try::int,
      s.part::int, s.state, w.why, s.started_at::timestamptz, m.deadline_at::timestamptz,
      s.expected_cost_micros
    from (select o.id, o.user_id, o.mode, o.kind, o.model, o.deadline_at, o.run_due_at from media o
          where o.status in ('queued', 'processing') order by o.deadline_at limit 20000) m
    join provider_submits s on s.media_id = m.id and s.state in ('intent', 'unknown', 'accepted')
    cross join lateral (select case
      when s.state = 'unknown' then 'unknown'
      when s.state = 'intent' and s.started_at < clock_timestamp() - interval '1 minute' then 'unanswered'
      when m.run_due_at < clock_timestamp() - interval '1 minute' then 'late'
      when m.mode = 'live' and m.deadline_at < clock_timestamp() + interval '2 minutes' then 'closing'
      end as why) w
    where w.why is not null
    order by s.started_at, m.id, s.try limit p_limit;
end $$;

-- production/routing/ ---------------------------------------------------------------------------------------

-- Which workers send nothing to a provider, because it failed. Breakers are in the memory of each worker;
-- this is what they say of them, once a second while one is open. Nothing is decided by it.
create unlogged table provider_breakers (
  provider text not null,
  worker text not null,
  since timestamptz not null default clock_timestamp(),
  retry_at timestamptz not null,
  written_at timestamptz not null,
  primary key (provider, worker)
);
