-- How an order or an invoice was paid, and how much of an order is tax: for the receipt. Null for
-- earlier payments, and when Stripe does not say.
alter table checkout_orders add column payment_method text;
alter table checkout_orders add column card_last4 text;
alter table checkout_orders add column tax_cents integer;
alter table checkout_orders
  add constraint payment_method_of_an_order_is_a_short_name
    check (payment_method ~ '^[a-z0-9_]{1,40}$') not valid,
  add constraint card_of_an_order_has_four_digits
    check (card_last4 is null or (card_last4 ~ '^[0-9]{4}$' and payment_method is not null)) not valid,
  add constraint tax_of_an_order_is_part_of_its_amount
    check (tax_cents between 0 and amount_cents) not valid;

alter table subscription_coverage add column payment_method text;
alter table subscription_coverage add column card_last4 text;
alter table subscription_coverage
  add constraint payment_method_of_coverage_is_a_short_name
    check (payment_method ~ '^[a-z0-9_]{1,40}$') not valid,
  add constraint card_of_coverage_has_four_digits
    check (card_last4 is null or (card_last4 ~ '^[0-9]{4}$' and payment_method is not null)) not valid;
