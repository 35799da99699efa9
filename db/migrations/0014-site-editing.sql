-- The home page as a whole: its version tells an admin that somebody else has saved meanwhile, and
-- its lock lets one save at a time.
create table home_page (
  sole boolean primary key default true,
  version integer not null default 1,
  constraint home_page_stands_once check (sole)
);

insert into home_page default values;
