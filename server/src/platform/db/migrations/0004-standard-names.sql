-- Tables and columns get the names that the code and the glossary use. Nothing else changes.

-- access/credits/ -------------------------------------------------------------------------------------------

alter table accounts rename to credit_accounts;

-- The body names the table, so the function is replaced with the new name.
create or replace function post_entry(p_id text, p_user text, p_mode text, p_kind text, p_amount bigint,
                                      p_reason text, p_ref_type text, p_ref_id text, p_reverses text)
returns table (posted boolean, balance_now bigint, posted_at timestamptz) language plpgsql as $$
declare
  account credit_accounts%rowtype;
  at_time timestamptz(3);
  hash bytea;
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
  insert into ledger_entries (id, user_id, mode, seq, amount, balance_after, kind, reason, ref_type, ref_id,
                              reverses, tx_hash, created_at)
  values (p_id, p_user, p_mode, account.seq + 1, p_amount, account.balance + p_amount, p_kind, p_reason,
          p_ref_type, p_ref_id, p_reverses, hash, at_time);
  update credit_accounts a
  set balance = a.balance + p_amount, seq = a.seq + 1, head_hash = hash, head_at = at_time
  where a.user_id = p_user and a.mode = p_mode;
  return query select true, account.balance + p_amount, at_time::timestamptz;
end $$;

-- production/media/ -----------------------------------------------------------------------------------------

alter table media rename column hint_id to wake_token;
alter table media rename column looked_at to checked_at;
alter table media rename column rung_at to woken_at;

-- learning/notes/ -------------------------------------------------------------------------------------------

alter table kept_notes rename to memory_notes;

-- learning/evidence/ ----------------------------------------------------------------------------------------

alter table shelves rename to product_conclusions;
alter table series rename column is_tired to is_fatigued;
