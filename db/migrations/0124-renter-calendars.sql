-- The secret address of a renter's calendar: whoever knows it may read it, and a new one ends it.
create table renter_calendars (
  renter_id uuid primary key references user_profiles (id) on delete cascade,
  token text not null,
  made_at timestamptz not null,
  constraint renter_calendar_token_is_unique unique (token),
  constraint renter_calendar_token_is_long check (char_length(token) >= 32)
);
