-- The name of a closet is public, so a new one waits here until an admin has approved it.
alter table user_profiles
  add column requested_name text,
  add column name_requested_at timestamptz;
alter table user_profiles
  add constraint only_closets_request_names
    check (requested_name is null or account_type = 'business') not valid,
  add constraint requested_name_is_short
    check (char_length(requested_name) between 1 and 120) not valid,
  add constraint requested_name_is_another check (requested_name <> full_name) not valid,
  add constraint requested_name_has_its_time
    check ((requested_name is null) = (name_requested_at is null)) not valid;

create function closet_is_renamed_after_review() returns trigger language plpgsql as $$
begin
  if new.account_type <> 'business' then
    new.requested_name := null;
    new.name_requested_at := null;
  elsif old.account_type = 'business' and new.full_name <> old.full_name
      and new.full_name is distinct from old.requested_name then
    raise check_violation using message = 'a closet gets only a name that was requested',
      constraint = 'closets_are_renamed_after_review';
  end if;
  return new;
end $$;
create trigger closets_are_renamed_after_review
  before update of full_name, account_type on user_profiles
  for each row execute function closet_is_renamed_after_review();
