-- access/identity/ ------------------------------------------------------------------------------------------

-- As before, and how the person was recognized, where an operator removed the factor.
create or replace function audit_factor() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.confirmed_at is not null then
      perform record_event(old.user_id, 'second_factor.removed', old.user_id,
        jsonb_build_object('recognizedBy', nullif(current_setting('app.recognized_by', true), '')));
    end if;
    return null;
  end if;
  if old.confirmed_at is null and new.confirmed_at is not null then
    perform record_event(new.user_id, 'second_factor.switched_on', new.user_id, '{}');
  end if;
  return null;
end $$;
