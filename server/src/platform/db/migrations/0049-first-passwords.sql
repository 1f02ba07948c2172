-- access/identity/ ------------------------------------------------------------------------------------------

-- Until when a password counts that the service made and an operator handed on. Null for one that its user
-- chose.
alter table users add column password_ends_at timestamptz;
