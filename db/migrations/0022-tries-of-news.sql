-- Old age alone gives no news up: a house that was closed for days has to be asked often enough first.
alter table stripe_events add column tries integer not null default 0
  constraint tries_are_counted check (tries >= 0);
