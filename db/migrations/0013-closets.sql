-- A closet's live rentals by their last day, beside those of everybody.
create index live_rentals_of_owner on rentals (owner_id, end_date, id)
  where status in ('pending', 'confirmed', 'delivered');

-- What a closet has earned, month by month.
create index earning_rentals_of_owner on rentals (owner_id, delivered_at)
  where delivered_at is not null;

create index applications_by_status on business_applications (status, applied_at desc, id desc);

-- When the renter and the owner were reminded: the day before a rental ends, and the day after.
alter table rentals add column return_reminded_at timestamptz;
alter table rentals add column overdue_reminded_at timestamptz;
create index rentals_to_remind on rentals (end_date)
  where status = 'delivered' and return_status = 'pending';

-- The secret address of a closet's calendar: whoever knows it may read it, and a new one ends it.
create table closet_calendars (
  owner_id uuid primary key references user_profiles (id) on delete cascade,
  token text not null,
  made_at timestamptz not null,
  constraint calendar_token_is_unique unique (token),
  constraint calendar_token_is_long check (char_length(token) >= 32)
);
