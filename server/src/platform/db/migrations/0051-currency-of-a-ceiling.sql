-- access/payments/ ------------------------------------------------------------------------------------------

-- The currency of top_up_ceiling: the one of the packs when the owner set it. Null: set by the release
-- before, until the worker writes it.
alter table billing_settings add column top_up_currency text;
