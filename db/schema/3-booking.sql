-- Rentals, the days that they hold, days off, the waitlist, and calendars to subscribe to.

-- The stage of a rental follows from its status and times: domain/booking/rentals/stage/rental-stage.ts.
create table rentals (
  id uuid primary key,
  request_key uuid not null,
  renter_id uuid not null references user_profiles (id),
  owner_id uuid not null references user_profiles (id),
  item_id uuid not null references clothing_items (id),
  -- References deposits (4-money.sql).
  deposit_id uuid,
  start_date date not null,
  end_date date not null,
  total_days integer not null,
  credits_per_day integer not null,
  total_credits integer not null,
  status text not null default 'pending',
  created_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by uuid references user_profiles (id),
  cancelled_at timestamptz,
  cancelled_by uuid references user_profiles (id),
  cancellation text,
  delivery_status text not null default 'pending',
  delivered_at timestamptz,
  delivered_by uuid references user_profiles (id),
  return_status text not null default 'pending',
  late_at timestamptz,
  late_by uuid references user_profiles (id),
  returned_at timestamptz,
  returned_by uuid references user_profiles (id),
  condition_status text not null default 'pending_review',
  condition_notes text,
  condition_reviewed_at timestamptz,
  condition_reviewed_by uuid references user_profiles (id),
  deposit_amount integer not null default 0,
  deposit_kept_amount integer not null default 0,
  renter_phone text,
  delivery_address text,
  delivery_notes text,
  review_reminded_at timestamptz,
  -- When the renter and the owner were reminded: the day before the rental ends, and the day after.
  return_reminded_at timestamptz,
  overdue_reminded_at timestamptz,
  -- A rental that was canceled and opened again spends its credits anew, each time under its own key.
  reopened integer not null default 0,
  review_reopened_at timestamptz,
  handover_asked_at timestamptz,
  handover_denied_at timestamptz,
  -- Rented while the item was not booked ahead: its only live rental.
  exclusive boolean not null default true,
  -- Those of the item when it was rented.
  turnaround_days smallint not null default 0,
  -- The day of the return where the shop is.
  returned_on date,
  -- The renter can say that the item is on its way back. The next rental of a late item is at risk, and can
  -- be swapped for one of another item.
  sent_back_at timestamptz,
  sent_back_tracking text,
  at_risk_since timestamptz,
  -- The rental whose item is late.
  at_risk_from uuid references rentals (id),
  -- The rental that took its place.
  swapped_for uuid references rentals (id),
  -- Fixed when rented. Listings of admins earn nothing.
  cents_per_credit smallint not null default 0,
  -- How the item changed hands at its delivery.
  handover_method text,
  carrier text,
  tracking_number text,
  -- Both sides are reminded once, a few days after the completion.
  rating_reminded_at timestamptz,
  fit_returns boolean not null default false,
  -- Listings of admins earn nothing, nor does what is kept from the deposit: recorded with the owner, whose
  -- account type can change. Null for rentals that ended before this was recorded.
  listed_by_admin boolean,
  constraint request_rents_once unique (request_key),
  constraint rental_status_is_known check
    (status in ('pending', 'confirmed', 'delivered', 'completed', 'cancelled')),
  constraint delivery_status_is_known check (delivery_status in ('pending', 'delivered', 'failed')),
  constraint return_status_is_known check (return_status in ('pending', 'returned', 'late')),
  constraint condition_status_is_known check
    (condition_status in ('pending_review', 'approved', 'deposit_kept')),
  constraint nobody_rents_their_own_item check (renter_id <> owner_id),
  constraint rental_lasts_1_to_84_days check
    (total_days = end_date - start_date + 1 and total_days between 1 and 84),
  constraint rental_is_charged_in_whole_weeks check
    (total_credits = ((total_days + 6) / 7) * credits_per_day * 7 and credits_per_day >= 0),
  constraint kept_amount_is_within_the_deposit check
    (deposit_kept_amount between 0 and deposit_amount),
  constraint cancelled_rental_says_why check
    ((status = 'cancelled') = (cancelled_at is not null)
      and (status = 'cancelled') = (cancellation is not null)),
  constraint delivered_rental_was_delivered check
    ((status in ('delivered', 'completed')) = (delivery_status = 'delivered')
      and (delivery_status = 'delivered') = (delivered_at is not null)),
  constraint only_delivered_rentals_come_back check
    (return_status = 'pending' or delivery_status = 'delivered'),
  constraint completed_rental_was_returned_and_reviewed check
    ((status = 'completed') = (condition_status <> 'pending_review')
      and (status <> 'completed' or return_status = 'returned')),
  constraint kept_deposit_says_how_much check
    ((condition_status = 'deposit_kept') = (deposit_kept_amount > 0)),
  constraint rentals_never_overlap exclude using gist
    (item_id with =, daterange(start_date, end_date, '[]') with &&)
    where (status in ('pending', 'confirmed', 'delivered')),
  constraint cancellation_is_known check (cancellation in
    ('by_shopper', 'by_owner', 'delivery_failed', 'never_delivered', 'never_answered',
      'previous_rental_late', 'swapped')),
  constraint turnaround_of_a_rental_is_0_to_14_days check (turnaround_days between 0 and 14),
  constraint only_delivered_rentals_are_sent_back check
    (sent_back_at is null or delivered_at is not null),
  constraint tracking_number_is_of_a_rental_sent_back check
    (sent_back_tracking is null
      or (sent_back_at is not null and char_length(sent_back_tracking) between 1 and 100)),
  constraint rental_at_risk_says_why check
    ((at_risk_since is null) = (at_risk_from is null) and at_risk_from <> id),
  constraint swapped_rental_names_the_other check
    (coalesce(cancellation = 'swapped', false) = (swapped_for is not null)),
  constraint rate_of_rental_is_within_a_dollar check (cents_per_credit between 0 and 100),
  constraint handover_method_is_known check (handover_method in ('meet', 'post', 'courier')),
  constraint carrier_is_known check (carrier in ('usps', 'ups', 'fedex', 'dhl', 'other')),
  constraint only_what_is_sent_has_a_carrier check
    ((carrier is null and tracking_number is null)
      or (handover_method is not null and handover_method <> 'meet')),
  constraint tracking_number_is_short check (char_length(tracking_number) <= 100)
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.02);
create index rentals_of_renter on rentals (renter_id, created_at desc, id desc);
create index rentals_of_owner on rentals (owner_id, created_at desc, id desc);
create index live_rentals_by_end on rentals (end_date)
  where status in ('pending', 'confirmed', 'delivered');
create index rentals_newest_first on rentals (created_at desc, id desc);
create index rentals_on_deposit on rentals (deposit_id)
  where status in ('pending', 'confirmed', 'delivered');
create index rentals_to_review on rentals (returned_at)
  where status = 'delivered' and return_status = 'returned';
create index undelivered_rentals_by_end on rentals (end_date)
  where status in ('pending', 'confirmed');
create index rentals_to_remind on rentals (end_date)
  where status = 'delivered' and return_status = 'pending';
-- Admins search rentals by the item's title, retired ones too, and by names.
create index rentals_of_item on rentals (item_id, created_at desc, id desc);
create index pending_rentals_by_start on rentals (start_date) where status = 'pending';
create index upcoming_rentals_by_start on rentals (start_date, id)
  where status in ('pending', 'confirmed');
-- A phone number is found however it is typed.
create index rentals_phone_search on rentals
  using gin ((regexp_replace(renter_phone, '\D', '', 'g')) gin_trgm_ops)
  where renter_phone is not null;
create unique index item_has_one_live_rental on rentals (item_id)
  where exclusive and status in ('pending', 'confirmed', 'delivered');
create unique index item_is_with_one_person on rentals (item_id)
  where status = 'delivered' and return_status <> 'returned';
create index undelivered_rentals_of_item on rentals (item_id, start_date)
  where status in ('pending', 'confirmed');
create index rentals_out_by_end on rentals (end_date)
  where status = 'delivered' and return_status <> 'returned';
create index rentals_sent_back on rentals (sent_back_at)
  where status = 'delivered' and return_status <> 'returned' and sent_back_at is not null;
create index rentals_at_risk on rentals (at_risk_from)
  where status in ('pending', 'confirmed') and at_risk_from is not null;
create unique index rental_takes_the_place_of_one on rentals (swapped_for) where swapped_for is not null;
create index rentals_to_remind_of_rating on rentals (condition_reviewed_at, id)
  where status = 'completed' and rating_reminded_at is null;
create index rentals_with_kept_deposits on rentals (owner_id, condition_reviewed_at)
  include (id, item_id, deposit_kept_amount) where deposit_kept_amount > 0;
-- The calendar of a closet, without the rentals of earlier years.
create index rentals_of_owner_by_last_day on rentals (owner_id, end_date)
  where status <> 'cancelled';
create index live_rentals_of_closet on rentals (owner_id, end_date, id) include (item_id)
  where status in ('pending', 'confirmed', 'delivered');
-- Live rentals by what has to be done with them and the day on which it is due: of all, for admins,
-- and of a closet. The first rows of each task are read in their order, and no others.
create index live_rentals_by_task on rentals (
  (case when status = 'pending' then 'answer' when status = 'confirmed' then 'deliver'
    when return_status = 'returned' then 'review' else 'collect' end),
  (case when status in ('pending', 'confirmed') then start_date else end_date end), id)
  where status in ('pending', 'confirmed', 'delivered');
create index live_rentals_of_closet_by_task on rentals (owner_id,
  (case when status = 'pending' then 'answer' when status = 'confirmed' then 'deliver'
    when return_status = 'returned' then 'review' else 'collect' end),
  (case when status in ('pending', 'confirmed') then start_date else end_date end), id)
  where status in ('pending', 'confirmed', 'delivered');
-- The tab of rentals that are over, newest first: of a closet, and of all for admins. Most of the newest
-- rentals are live.
create index rentals_of_closet_that_are_over on rentals
  (owner_id, created_at desc, id desc) where status in ('completed', 'cancelled');
create index rentals_that_are_over on rentals (created_at desc, id desc)
  where status in ('completed', 'cancelled');
-- How the newest items of a closet are used, whatever else it rented.
create index deliveries_of_item on rentals (item_id, delivered_at)
  include (owner_id, returned_on, sent_back_at, returned_at) where delivered_at is not null;
-- A closet's earnings; the days of return are in the index above.
create index earning_deliveries_of_closet on rentals (owner_id, delivered_at)
  include (id, item_id, total_credits, cents_per_credit) where delivered_at is not null;
-- For the file of a tab of live rentals.
create index live_rentals_newest_first on rentals (created_at desc, id desc)
  where status in ('pending', 'confirmed', 'delivered');

create table rental_handovers (
  id uuid primary key,
  rental_id uuid not null references rentals (id),
  step text not null,
  note text not null default '',
  image_ids uuid[] not null default '{}',
  written_by uuid not null references user_profiles (id),
  written_at timestamptz not null,
  constraint handover_step_is_known
    check (step in ('delivery', 'failed_delivery', 'sent_back', 'return', 'review')),
  constraint one_report_per_person_and_step unique (rental_id, step, written_by)
);
create index rental_handovers_by_rental on rental_handovers (rental_id, written_at);
create index reports_by_writer on rental_handovers (written_by);

-- Rentals that were not canceled, for the home page's counter: a count is sum(delta), as with
-- the listed items, so that nobody counts all rentals to show one number.
create table rental_count_deltas (
  delta integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- Time off: days on which a closet lends nothing at all.
create table closet_holidays (
  id uuid primary key,
  owner_id uuid not null references user_profiles (id) on delete cascade,
  start_date date not null,
  end_date date not null,
  created_at timestamptz not null,
  -- What a closet tells shoppers about its time off; '' for nothing.
  note text not null default '',
  constraint holiday_lasts_1_to_120_days check (end_date - start_date between 0 and 119),
  constraint holidays_never_overlap exclude using gist
    (owner_id with =, daterange(start_date, end_date, '[]') with &&),
  constraint note_of_a_holiday_has_at_most_200_characters
    check (char_length(note) <= 200)
);
-- Whoever asks whether an item is free also reads the holidays of its closet.
create index holidays_of_closet on closet_holidays (owner_id, end_date);

create table rental_availability (
  item_id uuid not null references clothing_items (id) on delete cascade,
  blocked_date date not null,
  holiday_id uuid references closet_holidays (id) on delete cascade,
  primary key (item_id, blocked_date)
);
create index blocked_dates_of_holiday on rental_availability (holiday_id)
  where holiday_id is not null;
-- The calendar of an item reads the days that were blocked for it.
create index blocked_dates_of_item on rental_availability (item_id, blocked_date)
  where holiday_id is null;

-- Whoever finds the dates of an item taken can wait for them. As soon as the days are free, the first in
-- line gets an offer: the days are booked for them until the offer ends.
create table waitlist_entries (
  id uuid primary key,
  item_id uuid not null references clothing_items (id),
  shopper_id uuid not null references user_profiles (id),
  start_date date not null,
  end_date date not null,
  -- That of the shop when they joined: an offer depends on the hour there, and whoever frees the days
  -- may not know it.
  time_zone text not null,
  created_at timestamptz not null,
  status text not null default 'waiting',
  offered_at timestamptz,
  offer_expires_at timestamptz,
  ended_at timestamptz,
  -- Its days may be free: the shopper had another open offer, or many items became free at once. A
  -- job that is queued already looks at it.
  due_since timestamptz,
  constraint waitlist_status_is_known check
    (status in ('waiting', 'offered', 'accepted', 'expired', 'left', 'passed')),
  constraint waitlist_dates_are_1_to_84_days check (end_date - start_date between 0 and 83),
  constraint open_offer_has_an_end check ((status = 'offered') = (offer_expires_at is not null)),
  constraint waitlist_entry_ends_once check
    ((status in ('waiting', 'offered')) = (ended_at is null)),
  constraint only_who_waits_is_due check (due_since is null or status = 'waiting')
);
create unique index one_entry_per_item_and_shopper on waitlist_entries (item_id, shopper_id)
  where status in ('waiting', 'offered');
create unique index one_open_offer_per_shopper on waitlist_entries (shopper_id)
  where status = 'offered';
create index waitlist_in_order on waitlist_entries (item_id, created_at, id)
  where status = 'waiting';
create index waitlist_of_shopper on waitlist_entries (shopper_id, created_at);
create index offers_to_expire on waitlist_entries (offer_expires_at) where status = 'offered';
create index waitlist_entries_due on waitlist_entries (due_since) where due_since is not null;
create index waitlist_to_pass on waitlist_entries (start_date)
  where status in ('waiting', 'offered');
-- Most entries wait; few have an offer.
create index offers_of_item on waitlist_entries (item_id) where status = 'offered';

create table booked_periods (
  item_id uuid not null references clothing_items (id),
  period daterange not null,
  rental_id uuid references rentals (id),
  waitlist_entry_id uuid references waitlist_entries (id),
  constraint rental_has_one_period unique (rental_id),
  constraint period_is_bounded check
    (not (isempty(period) or lower_inf(period) or upper_inf(period))),
  constraint booked_periods_never_overlap exclude using gist (item_id with =, period with &&),
  constraint offer_has_one_period unique (waitlist_entry_id),
  constraint period_has_one_holder check (num_nonnulls(rental_id, waitlist_entry_id) = 1)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create index booked_periods_by_end on booked_periods (upper(period));

-- The secret address of a closet's calendar: whoever knows it may read it; a new one replaces it.
create table closet_calendars (
  owner_id uuid primary key references user_profiles (id) on delete cascade,
  token text not null,
  made_at timestamptz not null,
  constraint calendar_token_is_unique unique (token),
  constraint calendar_token_is_long check (char_length(token) >= 32)
);

-- The secret address of a renter's calendar, likewise.
create table renter_calendars (
  renter_id uuid primary key references user_profiles (id) on delete cascade,
  token text not null,
  made_at timestamptz not null,
  constraint renter_calendar_token_is_unique unique (token),
  constraint renter_calendar_token_is_long check (char_length(token) >= 32)
);

-- The days on which a closet got an email about what there is to do: once a day.
create table closet_digests (
  owner_id uuid not null references user_profiles (id),
  day date not null,
  made_at timestamptz not null,
  constraint one_digest_a_day primary key (owner_id, day)
);

create function count_rental() returns trigger language plpgsql as $$
declare change integer := 0;
begin
  if tg_op <> 'INSERT' and old.status <> 'cancelled' then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.status <> 'cancelled' then change := change + 1; end if;
  if change <> 0 then insert into rental_count_deltas values (change); end if;
  return null;
end $$;
create trigger rentals_are_counted after insert or update of status or delete on rentals
  for each row execute function count_rental();

-- The period follows from the rental alone, so the database keeps it: no code can forget it. A live
-- rental holds its days and its turnaround. A completed one still holds the turnaround from the day of
-- its return, if it has one; a canceled one holds nothing.
create function period_of(r rentals) returns daterange language sql immutable as $$
  select case
    when r.status in ('pending', 'confirmed', 'delivered')
      then daterange(r.start_date, r.end_date + r.turnaround_days, '[]')
    when r.status = 'completed' and r.turnaround_days > 0
      then daterange(r.start_date,
        greatest(r.start_date, least(r.end_date, r.returned_on)) + r.turnaround_days, '[]')
  end
$$;

create function book_period() returns trigger language plpgsql as $$
declare
  booked daterange := period_of(new);
begin
  if booked is null then
    delete from booked_periods where rental_id = new.id;
  else
    insert into booked_periods (item_id, period, rental_id) values (new.item_id, booked, new.id)
    on conflict (rental_id) do update set period = excluded.period;
  end if;
  return null;
end
$$;
create trigger new_rental_books_its_period after insert on rentals
  for each row when (new.status <> 'cancelled') execute function book_period();
create trigger changed_rental_books_its_period
  after update of status, start_date, end_date, turnaround_days, returned_on on rentals
  for each row when
    ((old.status, old.start_date, old.end_date, old.turnaround_days, old.returned_on)
      is distinct from
    (new.status, new.start_date, new.end_date, new.turnaround_days, new.returned_on))
  execute function book_period();

-- As with rentals, the period follows from the entry: an open offer holds its days and the
-- turnaround that the item has now, any other entry holds nothing.
create function book_offer() returns trigger language plpgsql as $$
begin
  if new.status = 'offered' then
    insert into booked_periods (item_id, period, waitlist_entry_id)
    select new.item_id, daterange(new.start_date, new.end_date + i.turnaround_days, '[]'), new.id
    from clothing_items i where i.id = new.item_id
    on conflict (waitlist_entry_id) do update set period = excluded.period;
  else
    delete from booked_periods where waitlist_entry_id = new.id;
  end if;
  return null;
end
$$;
create trigger new_offer_books_its_period after insert on waitlist_entries
  for each row when (new.status = 'offered') execute function book_offer();
create trigger changed_offer_books_its_period
  after update of status, start_date, end_date on waitlist_entries
  for each row when ((old.status, old.start_date, old.end_date)
    is distinct from (new.status, new.start_date, new.end_date))
  execute function book_offer();

-- The same rule for statements over many items is in domain/booking/calendar/rentable-on.ts; a test compares them.
create function check_item_availability(
  p_item_id uuid, p_start_date date, p_end_date date, p_today date default null,
  p_shopper_id uuid default null
) returns boolean language sql stable as $$
  select exists (select from clothing_items i
    where i.id = p_item_id and i.available and p_start_date <= p_end_date
      and not exists (select from booked_periods b where b.item_id = i.id
        and b.period && daterange(p_start_date, greatest(p_start_date, p_end_date) + i.turnaround_days, '[]')
        and not exists (select from waitlist_entries w
          where w.id = b.waitlist_entry_id and w.shopper_id = p_shopper_id))
      and (i.advance_booking or not exists (select from waitlist_entries w
        where w.item_id = i.id and w.status = 'offered'
          and w.shopper_id is distinct from p_shopper_id))
      and not exists (select from rental_availability a where a.item_id = i.id
        and a.blocked_date between p_start_date and p_end_date)
      and not exists (select from closet_holidays h where h.owner_id = i.business_id
        and h.end_date >= p_start_date and h.start_date <= p_end_date)
      and not exists (select from rentals r where r.item_id = i.id
        and r.status = 'delivered' and r.return_status <> 'returned' and r.end_date < p_today
        and p_start_date <= p_today + 3 + i.turnaround_days))
$$;

-- Until when an offer lasts: only processes of version 0.1.0 call it, while they are replaced.
create function waitlist_offer_end(
  p_at timestamptz, p_start_date date, p_notice_days integer, p_time_zone text
) returns timestamptz language sql stable as $$
  select least(
    (p_start_date - greatest(p_notice_days, 1) + 1)::timestamp at time zone p_time_zone,
    case
      when extract(hour from here) >= 20 or extract(hour from here) < 8
        then greatest(p_at + interval '12 hours',
          ((here + interval '4 hours')::date + time '12:00') at time zone p_time_zone)
      else p_at + interval '12 hours'
    end)
  from (select p_at at time zone p_time_zone as here) local
$$;

create function record_who_listed() returns trigger language plpgsql as $$
begin
  new.listed_by_admin := (select account_type = 'admin' from user_profiles where id = new.owner_id);
  return new;
end $$;
create trigger new_rental_records_who_listed before insert on rentals
  for each row execute function record_who_listed();
create trigger passed_rental_records_who_listed before update of owner_id on rentals
  for each row when (old.owner_id is distinct from new.owner_id) execute function record_who_listed();

insert into rental_count_deltas values (0);
