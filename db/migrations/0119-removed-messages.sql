-- Admins remove single messages of a reported conversation, with a reason. What they said stays
-- stored, as with withdrawn ones, for a further report and for an objection.
alter table messages
  add column removed_at timestamptz,
  add column removed_by uuid references user_profiles (id),
  add column removed_reason text,
  add constraint message_is_removed_with_a_reason check
    ((removed_at is null) = (removed_by is null) and (removed_at is null) = (removed_reason is null)
      and btrim(removed_reason) <> '' and char_length(removed_reason) <= 1000);
