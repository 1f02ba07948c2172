-- access/credits/ -------------------------------------------------------------------------------------------

alter table credit_accounts validate constraint only_live_accounts_owe;

-- access/payments/ ------------------------------------------------------------------------------------------

-- Forgets where the receipts of a user are. The api may neither change payments nor read events, and erases
-- for the owner that it acts for alone.
create function erase_receipts(p_user text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update payments p set receipt_url = null
  where p.user_id = p_user
    and (session_user <> 'atelier_api' or p.user_id = current_setting('app.user_id', true));
  update payment_events e set fact = e.fact || '{"receiptUrl": ""}' from payments p
  where p.user_id = p_user and e.subject = p.intent_id and e.fact ->> 'kind' = 'receipt'
    and (session_user <> 'atelier_api' or p.user_id = current_setting('app.user_id', true))
$$;
