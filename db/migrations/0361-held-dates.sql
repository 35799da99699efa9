-- Dates that are held for somebody who is on a payment page: a booked period with an end, like an offer of
-- the waitlist.
alter table booked_periods
  add column order_id uuid references checkout_orders (id),
  add column held_for uuid references user_profiles (id),
  add column held_until timestamptz;
alter table booked_periods drop constraint period_has_one_holder;
alter table booked_periods add constraint period_has_one_holder
  check (num_nonnulls(rental_id, waitlist_entry_id, order_id) = 1) not valid;
alter table booked_periods add constraint held_period_says_for_whom_and_how_long
  check ((order_id is null) = (held_for is null) and (order_id is null) = (held_until is null)) not valid;
