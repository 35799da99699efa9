-- no transaction
create unique index concurrently piece_of_order_once on rental_checkouts (order_id, item_id);
-- The last piece ends last, so it stands for its bag.
create unique index concurrently one_open_bag_per_shopper on rental_checkouts (shopper_id)
  where status = 'open' and pieces_after = 0;
create unique index concurrently order_holds_each_item_once on booked_periods (order_id, item_id)
  where order_id is not null;
create index concurrently held_periods_of_shopper on booked_periods (held_for)
  where held_for is not null;
