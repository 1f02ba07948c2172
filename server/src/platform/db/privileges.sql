-- Who may do what with each table, and with which of its rows. Run after the migrations, as atelier_owner; it
-- may be repeated, and it covers tables that a later migration creates.
--
-- A table with a column user_id or memory_id is protected without a line here. Any other table must be named
-- below, in `through` or `without_owner`; a test fails otherwise. Nobody has rights on a partition: rows are
-- read and written through its table, whose policies apply.

do $$
declare
  -- How the owner of a row is found. The tables that these expressions read have policies of their own, so an
  -- expression sees the rows of one owner only.
  through constant jsonb := jsonb_build_object(
    'users', 'id = (select app_uid())',
    'key_secrets', 'exists (select from api_keys k where k.id = key_id)',
    'photo_counts', 'exists (select from products p where p.id = holder_id)
      or exists (select from characters c where c.id = holder_id)',
    'cep_counts', 'exists (select from products p where p.id = target_id)
      or exists (select from topics t where t.id = target_id)',
    'attachments', 'exists (select from products p where p.id = product_id)',
    'provider_submits', 'exists (select from media m where m.id = media_id)',
    'callback_hints', 'exists (select from media m where m.id = media_id)',
    'file_removals', 'exists (select from media m where m.id = media_id)',
    'search_shares', 'owner_id = any (array(select o.id from search_owners o))');
  by_user constant text := 'user_id = (select app_uid())';
  by_memory constant text := 'memory_id = any (array(select m.id from memories m))';
  -- rate_logs also count networks and e-mail addresses; only its functions touch them.
  without_owner constant text[] := array['invitation_links', 'invitations', 'mail_turns', 'migrations',
    'model_times', 'oauth_clients', 'partition_ranges', 'payment_events', 'payment_progress',
    'provider_breakers', 'provider_pauses', 'rate_logs', 'reset_links', 'restores', 'sign_up_links',
    'sweep_progress', 'this_cell', 'worker_pulses'];
  closed constant text[] := array['invitation_links', 'invitations', 'migrations', 'oauth_clients',
    'rate_logs', 'reset_links', 'restores', 'sign_up_links', 'this_cell'];
  -- Functions that only the worker and the operator's commands call.
  not_for_api constant text[] := array['add_reset_link', 'add_sign_up_link', 'archive_media',
    'collect_debt', 'drop_partitions', 'extend_partitions', 'finish_restore', 'give_back',
    'link_invitation', 'remove_old_invitations', 'remove_old_tokens', 'take_back'];
  for_owner constant text[] := array['change_debt', 'make_partitions', 'post_adjustment'];
  -- Written by functions that run with the rights of atelier_owner.
  ledger constant text[] := array['credit_accounts', 'ledger_entries', 'credit_grants'];
  read_only constant text[] := ledger || array['archived_media', 'audit_events', 'debt_entries',
    'partition_ranges'];
  -- What the worker writes and the api reads. Of hints, the api keeps new ones through a function.
  of_worker constant text[] := array['callback_hints', 'mails', 'model_times', 'payments',
    'provider_breakers', 'provider_pauses', 'signed_heads', 'sweep_progress', 'worker_pulses'];
  -- What the api neither reads nor writes, but through a function.
  only_worker constant text[] := array['mail_turns', 'payment_events', 'payment_progress'];
  -- What the api reads before it knows whose row it is: the user of a key, token or session, the file with an
  -- address, the owner of what a request names. And what the workers measured, which has no owner.
  looked_up constant text[] := array['users', 'api_keys', 'key_secrets', 'oauth_codes', 'oauth_tokens',
    'sessions', 'media', 'photos', 'assets', 'products', 'characters', 'ceps', 'attachments', 'file_removals',
    'worker_pulses'];
  the_table record;
  the_function record;
  rights text;
  rule text;
begin
  for the_table in
    select c.oid, c.relname as name, c.relrowsecurity and c.relforcerowsecurity as is_forced,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id') as has_user,
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'memory_id') as has_memory
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relowner = 'atelier_owner'::regrole and not c.relispartition
    order by c.relname
  loop
    rights := case when the_table.name = any (closed) then null
      when the_table.name = any (read_only) then 'select' else 'select, insert, update, delete' end;
    execute format('revoke all on %I from atelier_api, atelier_worker, atelier_lookup', the_table.name);
    if rights is not null then
      execute format('grant %s on %I to atelier_worker', rights, the_table.name);
      if the_table.name <> all (only_worker) then
        execute format('grant %s on %I to atelier_api',
          case when the_table.name = any (of_worker) then 'select' else rights end, the_table.name);
      end if;
    end if;
    if the_table.name = any (looked_up) then
      execute format('grant select on %I to atelier_lookup', the_table.name);
    end if;

    continue when the_table.name = any (without_owner);
    rule := coalesce(through ->> the_table.name::text, case when the_table.has_user then by_user
      when the_table.has_memory then by_memory end);
    continue when rule is null;
    if not the_table.is_forced then
      execute format('alter table %I enable row level security, force row level security', the_table.name);
    end if;
    -- A changed policy locks the table for a moment, so one that is the same stays.
    continue when exists (select from pg_policy p where p.polrelid = the_table.oid and p.polname = 'of_owner'
      and obj_description(p.oid, 'pg_policy') = rule);
    execute format('drop policy if exists of_owner on %I', the_table.name);
    execute format('create policy of_owner on %I to atelier_api using (%s)', the_table.name, rule);
    execute format('comment on policy of_owner on %I is %L', the_table.name, rule);
    execute format('drop policy if exists of_everyone on %I', the_table.name);
    execute format('create policy of_everyone on %I to atelier_worker, atelier_lookup using (true)',
      the_table.name);
    -- The functions of the ledger post for the owner that the api acts for, even if it asks for another one.
    -- Not by app_uid(): after waiting for a row, Postgres evaluates both sides of the "or", and app_uid()
    -- would raise for the worker.
    execute format('drop policy if exists of_functions on %I', the_table.name);
    execute format('create policy of_functions on %I to atelier_owner using (%s)', the_table.name,
      case when the_table.name = any (ledger)
        then 'session_user <> ''atelier_api'' or user_id = current_setting(''app.user_id'', true)'
        else 'true' end);
  end loop;
  grant update (seen_at), delete on sessions to atelier_lookup;
  -- An owner who erases a job erases what callbacks said of it.
  grant delete on callback_hints to atelier_api;

  -- A new function may be called by everyone, unless this is taken back.
  for the_function in
    select p.oid::regprocedure as name, p.proname = any (not_for_api) as is_for_worker,
      p.proname = any (for_owner) as is_for_owner from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and p.proowner = 'atelier_owner'::regrole
  loop
    execute format('revoke execute on function %s from public', the_function.name);
    continue when the_function.is_for_owner;
    execute format('grant execute on function %s to atelier_worker', the_function.name);
    if the_function.is_for_worker then
      execute format('revoke execute on function %s from atelier_api', the_function.name);
    else
      execute format('grant execute on function %s to atelier_api', the_function.name);
    end if;
  end loop;
end $$;
