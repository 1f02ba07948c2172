-- outside a transaction, because writers of credit_accounts must not wait (docs/migrations.md)

-- access/credits/ -------------------------------------------------------------------------------------------

drop index concurrently if exists accounts_that_owe;
-- The runner begins no transaction for this file.
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently accounts_that_owe on credit_accounts (user_id) where debt > 0;
