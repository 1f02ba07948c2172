-- access/mail/ ----------------------------------------------------------------------------------------------

-- And a mail when automatic top-up switched itself off.
alter table mails drop constraint mails_kind_check,
  add constraint mails_kind_check check (kind in ('invitation', 'verification', 'password_reset',
    'low_balance', 'weekly_summary', 'top_up_stopped')) not valid;
