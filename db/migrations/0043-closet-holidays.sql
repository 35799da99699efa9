-- Days on which a closet lends nothing at all: blocked for each of its items, and freed together.
create table closet_holidays (
  id uuid primary key,
  owner_id uuid not null references user_profiles (id) on delete cascade,
  start_date date not null,
  end_date date not null,
  created_at timestamptz not null,
  constraint holiday_lasts_1_to_120_days check (end_date - start_date between 0 and 119),
  constraint holidays_never_overlap exclude using gist
    (owner_id with =, daterange(start_date, end_date, '[]') with &&)
);

alter table rental_availability
  add column holiday_id uuid references closet_holidays (id) on delete cascade;
create index blocked_dates_of_holiday on rental_availability (holiday_id)
  where holiday_id is not null;
