-- no transaction
create index concurrently answered_requests_of_closet on rentals (owner_id, created_at desc)
  include (confirmed_at, delivered_at, cancelled_at)
  where confirmed_at is not null or delivered_at is not null
    or cancellation in ('by_owner', 'never_answered');
