-- no transaction
create unique index concurrently order_is_paid_with_one_deposit on checkout_orders (paid_with)
  where paid_with is not null;
