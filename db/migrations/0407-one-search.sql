-- no transaction
-- Payments are found by amount, by the last four digits of the card, or by both, newest first.
create index concurrently orders_by_amount on checkout_orders (amount_cents, paid_at desc, id desc)
  where paid_at is not null;
create index concurrently orders_by_card on checkout_orders (card_last4, paid_at desc, id desc)
  where card_last4 is not null and paid_at is not null;
create index concurrently orders_by_card_and_amount
  on checkout_orders (card_last4, amount_cents, paid_at desc, id desc)
  where card_last4 is not null and paid_at is not null;
create index concurrently orders_paid_together on checkout_orders (paid_at desc, id desc)
  where paid_with is not null and paid_at is not null;
create index concurrently coverage_by_amount on subscription_coverage (paid_cents, paid_at desc, id desc);
create index concurrently coverage_by_card on subscription_coverage (card_last4, paid_at desc, id desc)
  where card_last4 is not null;
create index concurrently coverage_by_card_and_amount
  on subscription_coverage (card_last4, paid_cents, paid_at desc, id desc) where card_last4 is not null;
-- A rental is found by the end of its id, which people read to an admin.
create index concurrently rentals_by_number on rentals (right(id::text, 8));
create index concurrently closet_pages_search on closet_pages using gin (shop_name gin_trgm_ops)
  where shop_name is not null;
