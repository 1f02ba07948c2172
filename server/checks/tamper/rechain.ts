/** Computes all hashes, seals and balances of an account again, as an attacker would after a change. */
export const rechain = `
create function rechain(p_user text) returns void language plpgsql as $$
declare
  entry ledger_entries%rowtype;
  number bigint := 0;
  total bigint := 0;
  hash bytea := decode(repeat('00', 32), 'hex');
  mark bytea := decode(repeat('00', 32), 'hex');
begin
  for entry in select * from ledger_entries where user_id = p_user and mode = 'live' order by seq loop
    number := number + 1;
    total := total + entry.amount;
    hash := entry_hash(hash, entry.id, entry.amount, entry.reason, entry.ref_id, entry.ref_type, total,
                       entry.created_at);
    mark := entry_seal(mark, entry.user_id, entry.mode, number, entry.kind, entry.reverses, hash);
    update ledger_entries set seq = number, balance_after = total, tx_hash = hash, seal = mark
    where id = entry.id;
  end loop;
  update credit_accounts set balance = total, seq = number, head_hash = hash, head_seal = mark
  where user_id = p_user and mode = 'live';
end $$`
