-- no transaction
-- Lists and searches of those that are inactive read all others as well.
create index concurrently brands_by_status_and_name on brands (is_active, name collate "C", id);
create index concurrently cities_by_status_and_name on cities
  (is_active, name collate "C", state collate "C", id);
