-- A database belongs to one cell and refuses the processes and the users of another (decision 0025).

-- platform/db/ ----------------------------------------------------------------------------------------------

-- The cell that this is the database of: one row, written by the first process that connects. Only the
-- functions below touch it.
create table this_cell (
  is_only boolean primary key default true check (is_only),
  name text not null check (name ~ '^[0-9A-Za-z]{2}$')
);

-- The cell of this database. If it has none yet, it becomes that of the caller.
create function claim_cell(p_cell text) returns text
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  known text;
begin
  select c.name into known from this_cell c;
  if found then
    return known;
  end if;
  insert into this_cell (name) values (p_cell) on conflict do nothing;
  return (select c.name from this_cell c);
end $$;

-- Only new rows: ids made before decision 0021 have random digits where the cell is.
create function refuse_other_cell() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own text;
begin
  select c.name into own from this_cell c;
  if found and substr(new.id, 5, 2) <> own then
    raise exception 'the id % is of another cell: this is the database of %', new.id, own
      using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

-- access/identity/ ------------------------------------------------------------------------------------------

create trigger users_are_of_this_cell before insert on users
  for each row execute function refuse_other_cell();

-- The router learns new keys and users by these, every half second.
create index key_secrets_newest on key_secrets (created_at);
create index users_newest on users (created_at);
