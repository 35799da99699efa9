-- One person's page: their mail, and finding them by a phone number however it was typed.
create index mail_outbox_by_recipient on mail_outbox (recipient_id, created_at desc, id desc);
create index people_phone_search on user_profiles
  using gin ((regexp_replace(phone, '\D', '', 'g')) gin_trgm_ops)
  where phone is not null;

-- The income of a month.
create index orders_by_payment_day on checkout_orders (paid_at) where paid_at is not null;
create index coverage_by_payment_day on subscription_coverage (paid_at);
create index refunds_by_last_day on refunds (finished_at) where status = 'succeeded';
