-- access/credits/ -------------------------------------------------------------------------------------------

alter table credit_accounts validate constraint only_live_accounts_owe;
