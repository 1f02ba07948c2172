-- Limits of OAuth (decision 0043) that held up others than the one who reached them: the hosts of many owners
-- share one network.

-- access/identity/ ------------------------------------------------------------------------------------------

-- Over either limit the oldest client that no owner allowed yet goes: a real one is allowed within minutes.
-- Always true; before, a network with too many could register nothing for a day.
create or replace function register_client(p_id text, p_name text, p_uris text[], p_network text,
                                           p_per_network int, p_in_all int) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('atelier: registered clients', 0));
  delete from oauth_clients where used_at is null and created_at < clock_timestamp() - interval '1 day';
  delete from oauth_clients where id in (select c.id from oauth_clients c
    where c.used_at is null and c.network = p_network
    order by c.created_at desc, c.id desc offset greatest(p_per_network - 1, 0));
  delete from oauth_clients where id in (select c.id from oauth_clients c where c.used_at is null
    order by c.created_at desc, c.id desc offset greatest(p_in_all - 1, 0));
  insert into oauth_clients (id, name, redirect_uris, network)
  values (p_id, p_name, p_uris, p_network);
  return true;
end $$;

-- Tokens stay for a day after their end: a host sends one once more, and an unknown one would count against
-- its network.
create or replace function remove_old_tokens(p_limit int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed int := 0;
  rows int;
begin
  delete from oauth_tokens where digest in (select t.digest from oauth_tokens t
    where t.expires_at < clock_timestamp() - interval '1 day' limit p_limit);
  get diagnostics rows = row_count;
  removed := removed + rows;
  -- Two days are many runs.
  delete from oauth_tokens where digest in (select t.digest from oauth_tokens t
    join api_keys k on k.id = t.key_id and k.client_id is not null
    where k.revoked_at > clock_timestamp() - interval '2 days' limit p_limit);
  get diagnostics rows = row_count;
  removed := removed + rows;
  delete from oauth_codes where digest in (select c.digest from oauth_codes c
    where c.created_at < clock_timestamp() - interval '1 day' limit p_limit);
  get diagnostics rows = row_count;
  removed := removed + rows;
  delete from oauth_clients where id in (select c.id from oauth_clients c
    where coalesce(c.used_at + interval '90 days', c.created_at + interval '1 day') < clock_timestamp()
    limit p_limit);
  get diagnostics rows = row_count;
  removed := removed + rows;
  update api_keys set revoked_at = clock_timestamp() where id in (select k.id from api_keys k
    where k.client_id is not null and k.revoked_at is null
      and k.created_at < clock_timestamp() - interval '1 hour'
      and not exists (select from oauth_tokens t where t.key_id = k.id and t.expires_at > clock_timestamp())
    limit p_limit);
  get diagnostics rows = row_count;
  return removed + rows;
end $$;
