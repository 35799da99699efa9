-- Figures for admins and closets: what was paid for credits, the credits of each day, and searches
-- that found nothing.

-- What the payment that bought a lot was: its cents, and the credits that it bought in all. Empty for
-- credits that nobody paid for.
alter table credit_lots
  add column payment_cents integer,
  add column payment_credits integer,
  add constraint payment_of_a_lot_bought_credits check
    ((payment_cents is null) = (payment_credits is null)
      and payment_cents >= 0 and payment_credits > 0);
update credit_lots l set payment_cents = o.amount_cents, payment_credits = o.credits
  from checkout_orders o
  where o.payment_intent = l.payment_intent and o.product_type in ('one_time', 'gift') and o.credits > 0;
update credit_lots l set payment_cents = v.paid_cents, payment_credits = s.credits_per_period
    * case v.product_type when 'subscription_annual' then 12 else 1 end
  from subscription_coverage v join credit_subscriptions s on s.id = v.subscription_id
  where v.payment_intent = l.payment_intent and l.payment_cents is null and l.source = 'subscription';

drop index lots_to_expire;
create index lots_to_expire on credit_lots (expires_at)
  include (available, payment_cents, payment_credits) where available > 0;
create index gift_codes_to_expire on gift_codes (expires_at) include (credits_amount, order_id)
  where not claimed and revoked_at is null;
create index disputes_lost_by_day on disputes (closed_at) where status = 'lost';

-- The credits of each past day in the time zone of the shop, so that a year is 366 rows.
create table credit_days (
  day date primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  sold integer not null,
  given integer not null,
  -- Less than 0 on a day on which more was returned than spent.
  spent integer not null,
  expired integer not null,
  revoked integer not null,
  -- What was paid for the credits spent, after fees.
  brought_cents double precision not null,
  -- What closets earn for them, at the rates of their rentals.
  closet_cents bigint not null,
  totalled_at timestamptz not null,
  constraint day_of_credits_ends_after_it_starts check (ends_at > starts_at)
);
create unique index credit_days_by_end on credit_days (ends_at);

-- Payments that arrive late, months that were on hold and expiry are recorded at the time at which
-- they took effect, which can be on a day that was added up already: these times are noted, and their
-- days added up again. Only added to and emptied, so that nothing waits for anything else. What
-- rentals spend takes effect at once.
create table late_credits (effective_at timestamptz not null);
create function note_late_credits() returns trigger language plpgsql as $$
begin
  if exists (select from credit_days where ends_at > new.effective_at) then
    insert into late_credits values (new.effective_at);
  end if;
  return null;
end $$;
create trigger late_credits_are_noted after insert on credit_transactions
  for each row when (new.kind not in ('rental', 'cancellation'))
  execute function note_late_credits();

-- A search that found nothing, once a day for each visitor; a visitor is one of 16,384 numbers, so
-- that a day has a bounded number of rows and none of them names anybody.
create table unmet_search_marks (
  searched_on date not null,
  visitor smallint not null,
  size text not null,
  category text not null,
  primary key (searched_on, visitor, size, category),
  constraint unmet_visitor_is_a_small_number check (visitor between 0 and 16383),
  constraint unmet_size_is_known check (size = '' or size in ('XS', 'S', 'M', 'L', 'XL', 'XXL', 'Other')),
  constraint unmet_category_is_known check (category = '' or category in ('Dress', 'Gown', 'Top',
    'Skirt', 'Trousers', 'Jumpsuit', 'Suit', 'Jacket', 'Coat', 'Knitwear', 'Accessory'))
);

-- The same by day, for a year; '' where the search named none.
create table unmet_searches (
  searched_on date not null,
  size text not null,
  category text not null,
  searches integer not null,
  primary key (searched_on, size, category),
  constraint unmet_searches_are_counted check (searches > 0)
);
