-- no transaction
create unique index concurrently order_holds_one_period on booked_periods (order_id)
  where order_id is not null;
create unique index concurrently shopper_holds_one_period on booked_periods (held_for)
  where held_for is not null;
create index concurrently held_periods_to_end on booked_periods (held_until)
  where held_until is not null;
-- An item with one rental at a time that is held is not free on any day.
create index concurrently held_periods_of_item on booked_periods (item_id) where order_id is not null;
