-- What the policies of privileges.sql call, and functions with the rights of the owner of the tables.

-- platform/db/ ----------------------------------------------------------------------------------------------

-- The user that the api acts for, from the setting of the transaction. It raises when nothing is set: after a
-- transaction the setting is an empty text, which would silently match no row.
create function app_uid() returns text language plpgsql stable parallel safe as $$
declare
  user_id constant text := current_setting('app.user_id', true);
begin
  if user_id is null or user_id = '' then
    raise exception 'a statement on rows with an owner ran without one'
      using hint = 'use the database of the request, db.forOwner or db.lookup';
  end if;
  return user_id;
end $$;

-- access/limits/ --------------------------------------------------------------------------------------------

-- The rows belong to users, networks and e-mail addresses alike, so only these functions touch them.
alter function take_slot(text, text, int, bigint) security definer set search_path = public, pg_temp;
alter function peek_slot(text, text, int, bigint) security definer set search_path = public, pg_temp;

create function clear_slots(p_user text, p_class text) returns void
language sql security definer set search_path = public, pg_temp as $$
  update rate_logs set stamps = '{}' where user_id = p_user and class = p_class
$$;

create function erase_slots(p_user text) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from rate_logs where user_id = p_user
$$;

-- catalog/search/ -------------------------------------------------------------------------------------------

-- Where the records are that match a query; not what they say. For a table with policies, the planner does
-- not use an index on lexemes: the operator might reveal a row before the policy was checked.
create function locate_records(p_column text, p_query tsquery, p_limit int)
returns setof tid language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if p_column = 'words' then
    return query select r.ctid from search_records r where r.words @@ p_query limit p_limit;
  else
    return query select r.ctid from search_records r where r.grams @@ p_query limit p_limit;
  end if;
end $$;
