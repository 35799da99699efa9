-- Reports about a person store the name. Deleting an account did not replace it there.
update reports r set shown = 'Former member'
  from user_profiles p
  where r.noun = 'person' and p.id = r.reported_id and p.deleted_at is not null;
