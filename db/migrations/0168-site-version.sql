-- Changes whenever a setting or a section of the home page does, in the same transaction. Processes
-- read these again only then. A random value, so that a database that was set back to an earlier
-- state never repeats one.
create table site_version (
  is_only_row boolean primary key default true check (is_only_row),
  version uuid not null default gen_random_uuid()
);
insert into site_version default values;

create function renew_site_version() returns trigger language plpgsql as $$
begin
  update site_version set version = gen_random_uuid();
  return null;
end $$;

create trigger renew_site_version after insert or update or delete or truncate on site_customization
  for each statement execute function renew_site_version();
create trigger renew_site_version after insert or update or delete or truncate on platform_settings
  for each statement execute function renew_site_version();
create trigger renew_site_version after insert or update or delete or truncate on platform_numbers
  for each statement execute function renew_site_version();
create trigger renew_site_version after insert or update or delete or truncate on home_sections
  for each statement execute function renew_site_version();
