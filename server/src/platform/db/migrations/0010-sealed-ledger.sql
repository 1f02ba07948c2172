-- A second chain over what txHash leaves out, references of grants, and functions as the only writers of the
-- ledger. txHash itself does not change.

-- access/credits/ -------------------------------------------------------------------------------------------

alter table ledger_entries add column seal bytea check (length(seal) = 32);
alter table credit_accounts
  add column head_seal bytea not null default decode(repeat('00', 32), 'hex') check (length(head_seal) = 32);

-- The seal of an entry covers its owner, number, kind and what it reverses, and through txHash the rest.
create function entry_seal(prev bytea, user_id text, mode text, seq bigint, kind text, reverses text,
                           tx_hash bytea)
returns bytea language sql immutable as $$
  select sha256(convert_to(concat_ws(E'\n', encode(prev, 'hex'), user_id, mode, seq, kind,
    coalesce(reverses, ''), encode(tx_hash, 'hex')), 'UTF8'))
$$;

-- Entries that are older than the seal are sealed as they are now.
alter table ledger_entries disable trigger ledger_is_append_only;
do $$
declare
  entry record;
  account text := '';
  previous bytea;
begin
  for entry in select e.id, e.user_id, e.mode, e.seq, e.kind, e.reverses, e.tx_hash from ledger_entries e
               order by e.user_id, e.mode, e.seq loop
    if account <> entry.user_id || ' ' || entry.mode then
      account := entry.user_id || ' ' || entry.mode;
      previous := decode(repeat('00', 32), 'hex');
    end if;
    previous := entry_seal(previous, entry.user_id, entry.mode, entry.seq, entry.kind, entry.reverses,
                           entry.tx_hash);
    update ledger_entries set seal = previous where id = entry.id;
  end loop;
end $$;
alter table ledger_entries enable trigger ledger_is_append_only;
update credit_accounts a set head_seal = e.seal
from ledger_entries e where e.user_id = a.user_id and e.mode = a.mode and e.seq = a.seq;
alter table ledger_entries alter column seal set not null;

-- The only way to move credits: lock the account, check, append, advance both heads; one round trip. It runs
-- with the rights of the owner of the tables, so that the role of the service needs no right to write them.
-- posted = false: the balance would have become negative, and nothing was written.
create or replace function post_entry(p_id text, p_user text, p_mode text, p_kind text, p_amount bigint,
                                      p_reason text, p_ref_type text, p_ref_id text, p_reverses text)
returns table (posted boolean, balance_now bigint, posted_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  account credit_accounts%rowtype;
  at_time timestamptz(3);
  hash bytea;
  new_seal bytea;
begin
  -- NO KEY: a plain FOR UPDATE would block every insert that references the account.
  select * into account from credit_accounts a where a.user_id = p_user and a.mode = p_mode for no key update;
  if not found then
    raise exception 'no account for % in mode %', p_user, p_mode;
  end if;
  if account.balance + p_amount < 0 then
    return query select false, account.balance, null::timestamptz;
    return;
  end if;
  -- A clock that steps back must not reverse the order of the chain.
  at_time := greatest(date_trunc('milliseconds', clock_timestamp()), account.head_at);
  hash := entry_hash(account.head_hash, p_id, p_amount, p_reason, p_ref_id, p_ref_type,
                     account.balance + p_amount, at_time);
  new_seal := entry_seal(account.head_seal, p_user, p_mode, account.seq + 1, p_kind, p_reverses, hash);
  insert into ledger_entries (id, user_id, mode, seq, amount, balance_after, kind, reason, ref_type, ref_id,
                              reverses, tx_hash, seal, created_at)
  values (p_id, p_user, p_mode, account.seq + 1, p_amount, account.balance + p_amount, p_kind, p_reason,
          p_ref_type, p_ref_id, p_reverses, hash, new_seal, at_time);
  update credit_accounts a
  set balance = a.balance + p_amount, seq = a.seq + 1, head_hash = hash, head_seal = new_seal,
      head_at = at_time
  where a.user_id = p_user and a.mode = p_mode;
  return query select true, account.balance + p_amount, at_time::timestamptz;
end $$;

alter function refund_charge(text, text, text, bigint) security definer set search_path = public, pg_temp;

-- The reference of a payment outside: the same purchase grants once.
alter table credit_grants
  add column kind text not null default 'grant' check (kind in ('grant', 'purchase', 'adjustment')),
  add column external_ref text check (length(external_ref) between 1 and 200);
alter table credit_grants alter column kind drop default;
update credit_grants g set kind = e.kind
from ledger_entries e where e.ref_type = 'credit_grant' and e.ref_id = g.id and e.kind <> 'grant';
-- Purchases that are older than the reference get one that no payment has.
update credit_grants set external_ref = id where kind = 'purchase';
alter table credit_grants add constraint purchase_has_a_reference
  check (kind <> 'purchase' or external_ref is not null);
create unique index one_grant_per_reference on credit_grants (kind, external_ref)
  where external_ref is not null;

-- True when this call created the account.
create function open_account(p_user text, p_mode text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into credit_accounts (user_id, mode) values (p_user, p_mode) on conflict do nothing;
  return found;
end $$;

-- Grants credits once for each reference. A repeated grant changes nothing and returns the first one.
create function post_grant(p_id text, p_entry_id text, p_user text, p_mode text, p_kind text, p_amount bigint,
                           p_note text, p_external_ref text)
returns table (grant_id text, repeated boolean, balance_now bigint)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  earlier credit_grants%rowtype;
  entry record;
begin
  perform open_account(p_user, p_mode);
  insert into credit_grants (id, user_id, mode, kind, amount, note, external_ref)
  values (p_id, p_user, p_mode, p_kind, p_amount, p_note, p_external_ref)
  on conflict (kind, external_ref) where external_ref is not null do nothing;
  if not found then
    select * into earlier from credit_grants g where g.kind = p_kind and g.external_ref = p_external_ref;
    if (earlier.user_id, earlier.mode, earlier.amount) is distinct from (p_user, p_mode, p_amount) then
      raise exception 'the reference % belongs to %: % credits for %', p_external_ref, earlier.id,
        earlier.amount, earlier.user_id using errcode = 'integrity_constraint_violation';
    end if;
    return query select earlier.id::text, true, e.balance_after from ledger_entries e
      where e.ref_type = 'credit_grant' and e.ref_id = earlier.id;
    return;
  end if;
  select p.posted, p.balance_now into entry
  from post_entry(p_entry_id, p_user, p_mode, p_kind, p_amount,
                  case p_kind when 'purchase' then 'credit_purchase' when 'adjustment' then 'admin_adjustment'
                              else 'credit_grant' end,
                  'credit_grant', p_id, null) p;
  if not entry.posted then
    raise exception 'the balance of % is %: % would make it negative', p_user, entry.balance_now, p_amount;
  end if;
  return query select p_id, false, entry.balance_now;
end $$;

-- The newest head of each account that was signed, as a place where a check may begin. Every row has its own
-- signature, so nobody without the key can write one. Object storage has the statement with this number.
create table signed_heads (
  user_id ident not null,
  mode text not null check (mode in ('live', 'test')),
  seq bigint not null check (seq > 0),
  balance bigint not null,
  head_hash bytea not null check (length(head_hash) = 32),
  head_seal bytea not null check (length(head_seal) = 32),
  statement bigint not null check (statement > 0),
  signature bytea not null check (length(signature) = 64),
  primary key (user_id, mode)
) with (fillfactor = 70);
create index signed_heads_newest on signed_heads (statement);
