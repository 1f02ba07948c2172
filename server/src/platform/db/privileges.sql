-- Who may do what with each table. Run after the migrations, as atelier_owner; it may be repeated, and it
-- covers tables that a later migration creates.

do $$
declare
  the_table record;
  the_function record;
begin
  for the_table in
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relowner = 'atelier_owner'::regrole and c.relname <> 'migrations'
  loop
    execute format('grant select, insert, update, delete on %I to atelier_api, atelier_worker',
      the_table.name);
  end loop;

  -- A new function may be called by everyone, unless this is taken back.
  for the_function in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and p.proowner = 'atelier_owner'::regrole
  loop
    execute format('revoke execute on function %s from public', the_function.name);
    execute format('grant execute on function %s to atelier_api, atelier_worker', the_function.name);
  end loop;
end $$;
