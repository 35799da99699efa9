-- What is swept by its age, and which open checkout was asked after longest ago.
create index stripe_events_done on stripe_events (received_at)
  where done_at is not null and given_up_at is null;
alter table checkout_orders add column asked_at timestamptz;
