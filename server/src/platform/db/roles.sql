-- The roles of the database. Run before the migrations, by the login that migrates; it may be repeated.
-- Roles belong to the whole cluster: another database of it may have created them, or be doing it right now.

do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      -- Owns every table and function. No process logs in as this role: the login that migrates becomes it.
      ('atelier_owner', 'nologin'),
      -- The api: rows of the owner that it acts for, and no others. NOINHERIT: it becomes atelier_lookup only
      -- where it says so.
      ('atelier_api', 'login noinherit'),
      -- The worker and the operator's commands: rows of every owner.
      ('atelier_worker', 'login'),
      -- What the api may read before it knows whose rows they are.
      ('atelier_lookup', 'nologin')) as roles (name, options)
  loop
    continue when to_regrole(wanted.name) is not null;
    begin
      execute format('create role %I %s', wanted.name, wanted.options);
    exception
      when duplicate_object or unique_violation then null;
      when insufficient_privilege then
        raise exception 'the role % does not exist and % may not create it; docs/database-roles.md says how',
          wanted.name, current_user;
    end;
  end loop;
  if not pg_has_role('atelier_api', 'atelier_lookup', 'member') then
    grant atelier_lookup to atelier_api;
  end if;
end $$;

-- How long a statement of the service may take. These are settings of the roles, because a pooler lends one
-- connection to many processes. The wait for a lock ends before the statement does: it says what happened,
-- and it is most waits.
-- The worker has few statements and repeats them all the time, most for one id. Postgres would plan these
-- again each time, because a plan for one partition looks cheaper than a kept one that finds its partition
-- later. The lists of the api need plans for their values.
do $$
declare
  logins constant name[] := array['atelier_api', 'atelier_worker'];
  wanted record;
begin
  for wanted in
    select r.rolname as role, settings.name, settings.value
    from pg_roles r join (values
      (logins, 'lock_timeout', '2s'),
      (logins, 'statement_timeout', '5s'),
      (logins, 'idle_in_transaction_session_timeout', '10s'),
      (array['atelier_worker'::name], 'plan_cache_mode', 'force_generic_plan')
    ) as settings (roles, name, value)
      on r.rolname = any (settings.roles)
    where not coalesce(settings.name || '=' || settings.value = any (r.rolconfig), false)
  loop
    execute format('alter role %I set %I = %L', wanted.role, wanted.name, wanted.value);
  end loop;
exception
  when insufficient_privilege then
    raise exception 'the roles have no time limits and % may not set them; docs/database-roles.md says how',
      current_user;
end $$;

-- Before 16, a role that creates another one is no member of it. Since 16 it may only grant it.
do $$
begin
  set local role atelier_owner;
  set local role none;
exception
  when insufficient_privilege then execute format('grant atelier_owner to %I', current_user);
end $$;

do $$
begin
  if not has_schema_privilege('atelier_owner', 'public', 'create') then
    grant usage, create on schema public to atelier_owner;
  end if;
end $$;

-- What an earlier release created belongs to the login that migrated then.
do $$
declare
  thing record;
begin
  for thing in
    with ours as (
      select 'table' as kind, c.oid, quote_ident(c.relname) as name, c.relowner as owner,
        'pg_class'::regclass as catalog
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
      union all
      select 'function', p.oid, p.oid::regprocedure::text, p.proowner, 'pg_proc'::regclass
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      union all
      select 'domain', t.oid, quote_ident(t.typname), t.typowner, 'pg_type'::regclass
      from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype = 'd')
    select kind, name from ours
    where owner <> 'atelier_owner'::regrole
      -- Not what an extension brought.
      and not exists (select from pg_depend d where d.classid = catalog and d.objid = oid and d.deptype = 'e')
  loop
    execute format('alter %s %s owner to atelier_owner', thing.kind, thing.name);
  end loop;
end $$;
