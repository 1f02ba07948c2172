-- access/mail/ ----------------------------------------------------------------------------------------------

alter table mails validate constraint mails_kind_check;
