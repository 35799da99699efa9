-- News of the payment provider that nothing could be made of for days: an admin decides.
alter table stripe_events add column given_up_at timestamptz;
alter table stripe_events add constraint given_up_is_done
  check (given_up_at is null or done_at is not null);
create index stripe_events_given_up on stripe_events (given_up_at desc, id desc)
  where given_up_at is not null;
