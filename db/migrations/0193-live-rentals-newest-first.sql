-- no transaction
-- A file of a tab of live rentals is in this order, and read all rentals where few are in the tab.
create index concurrently live_rentals_newest_first on rentals (created_at desc, id desc)
  where status in ('pending', 'confirmed', 'delivered');
