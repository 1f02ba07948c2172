-- Users change names and ends of their keys themselves now, and the audit tells both.

-- access/identity/ ------------------------------------------------------------------------------------------

create function audit_key_change() returns trigger language plpgsql as $$
begin
  if old.expires_at is distinct from new.expires_at then
    perform record_event(new.user_id, 'key.expiry_changed', new.id,
      jsonb_build_object('expiresAt', coalesce(to_jsonb(new.expires_at), '"none"')));
  end if;
  if old.name <> new.name then
    perform record_event(new.user_id, 'key.renamed', new.id, '{}');
  end if;
  return null;
end $$;
create trigger changes_of_keys_are_audited after update of name, expires_at on api_keys
  for each row execute function audit_key_change();
