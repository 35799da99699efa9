create table rentals (
  id uuid primary key,
  request_key uuid not null,
  renter_id uuid not null references user_profiles (id),
  owner_id uuid not null references user_profiles (id),
  item_id uuid not null references clothing_items (id),
  deposit_id uuid references deposits (id),
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
  constraint request_rents_once unique (request_key),
  constraint rental_status_is_known check
    (status in ('pending', 'confirmed', 'delivered', 'completed', 'cancelled')),
  constraint delivery_status_is_known check (delivery_status in ('pending', 'delivered', 'failed')),
  constraint return_status_is_known check (return_status in ('pending', 'returned', 'late')),
  constraint condition_status_is_known check
    (condition_status in ('pending_review', 'approved', 'deposit_kept')),
  constraint cancellation_is_known check
    (cancellation in ('by_shopper', 'by_owner', 'delivery_failed', 'never_delivered')),
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
    where (status in ('pending', 'confirmed', 'delivered'))
);
create unique index item_has_one_live_rental on rentals (item_id)
  where status in ('pending', 'confirmed', 'delivered');
create index rentals_of_renter on rentals (renter_id, created_at desc, id desc);
create index rentals_of_owner on rentals (owner_id, created_at desc, id desc);
create index live_rentals_by_end on rentals (end_date)
  where status in ('pending', 'confirmed', 'delivered');
create index rentals_newest_first on rentals (created_at desc, id desc);
create index rentals_on_deposit on rentals (deposit_id)
  where status in ('pending', 'confirmed', 'delivered');

alter table credit_transactions add constraint credit_operation_names_a_rental
  foreign key (rental_id) references rentals (id);

create table deposit_claims (
  rental_id uuid primary key references rentals (id),
  deposit_id uuid not null references deposits (id),
  kept_cents integer not null,
  decided_by uuid references user_profiles (id),
  decided_at timestamptz not null,
  constraint claim_keeps_something check (kept_cents > 0)
);
create index deposit_claims_by_deposit on deposit_claims (deposit_id);

create table rental_handovers (
  id uuid primary key,
  rental_id uuid not null references rentals (id),
  step text not null,
  note text not null default '',
  image_ids uuid[] not null default '{}',
  written_by uuid not null references user_profiles (id),
  written_at timestamptz not null,
  constraint handover_step_is_known check (step in ('delivery', 'return'))
);
create index rental_handovers_by_rental on rental_handovers (rental_id, written_at);
