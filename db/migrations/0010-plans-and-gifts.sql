-- Where the mails about an order lead: the origin at which it was begun.
alter table checkout_orders add column origin text;

alter table gift_codes add column mailed_at timestamptz;
alter table gift_codes add column times_mailed integer not null default 0;
alter table gift_codes add column reminded_at timestamptz;
create index gift_codes_to_remind on gift_codes (expires_at)
  where not claimed and reminded_at is null;

-- Whose owner was told that it lapses soon.
alter table credit_lots add column reminded_at timestamptz;
create index lots_to_remind on credit_lots (expires_at) where available > 0 and reminded_at is null;

alter table credit_subscriptions add column order_id uuid references checkout_orders (id);
alter table credit_subscriptions add constraint order_begins_one_subscription unique (order_id);
-- A second one, paid in another tab: it never grants, is ended and paid back.
alter table credit_subscriptions add column refused_at timestamptz;
-- The end of what was billed last, at which Stripe bills again.
alter table credit_subscriptions add column renews_at timestamptz;
alter table credit_subscriptions add column pending_from timestamptz;
alter table credit_subscriptions add column ended_at timestamptz;
-- The start of the next month that is paid for and not yet granted; null while there is none.
alter table credit_subscriptions add column next_grant_at timestamptz;
-- Which read of Stripe this row shows: an older one that arrives later changes nothing.
alter table credit_subscriptions add column read_no bigint not null default 0;
create sequence subscription_reads;
-- Counts the changes of plan that were asked for: two clicks are one request, a later try another.
alter table credit_subscriptions add column plan_changes integer not null default 0;
alter table credit_subscriptions add constraint refused_subscription_is_over
  check (refused_at is null or status = 'canceled');
alter table credit_subscriptions add constraint pending_plan_says_when
  check ((pending_product_type is null) = (pending_from is null));
create index subscriptions_by_person on credit_subscriptions (user_id, created_at desc);
create index subscriptions_to_grant on credit_subscriptions (next_grant_at)
  where next_grant_at is not null;

alter table subscription_coverage add column product_type text not null;
alter table subscription_coverage add column paid_at timestamptz not null;
alter table subscription_coverage add column paid_cents integer not null;
alter table subscription_coverage add column payment_intent text;
-- While its payment is disputed it grants nothing; once it is lost, never again.
alter table subscription_coverage add column frozen_at timestamptz;
alter table subscription_coverage add column revoked_at timestamptz;
alter table subscription_coverage add constraint covered_product_is_known check
  (product_type in ('subscription_monthly', 'subscription_annual'));
create index coverage_by_subscription on subscription_coverage (subscription_id, starts_at);
create index coverage_by_payment on subscription_coverage (payment_intent)
  where payment_intent is not null;

-- The next month that brings credits: one that is paid for, or one that a renewal will pay for.
create or replace view user_credits as
  select w.user_id,
    coalesce((select sum(l.available) from credit_lots l
      where l.user_id = w.user_id and l.available > 0 and l.frozen_at is null
        and l.expires_at > now()), 0)::integer as credits_balance,
    s.id is not null as subscription_active,
    s.credits_per_period as subscription_credits_per_period,
    (select min(month_start)
      from credit_subscriptions every_one
      cross join lateral (
        select every_one.anchor_at + make_interval(months => k) as month_start
        from generate_series(
          greatest(0, (extract(epoch from now() - every_one.anchor_at) / 2678400)::integer - 1),
          (extract(epoch from now() - every_one.anchor_at) / 2419200)::integer + 2
        ) k
      ) month
      where every_one.user_id = w.user_id and every_one.anchor_at is not null
        and month_start > now()
        and ((every_one.status = 'active'
            and (every_one.cancel_at is null or month_start < every_one.cancel_at))
          or exists (select from subscription_coverage c
            where c.subscription_id = every_one.id and c.frozen_at is null
              and c.revoked_at is null
              and month_start >= c.starts_at and month_start < c.ends_at))
    ) as next_credit_date
  from wallets w
  left join credit_subscriptions s on s.user_id = w.user_id and s.status in ('active', 'past_due');

create view invariant_violations_of_plans as
  select 'a month of credits was paid for and is granted once' as promise, l.id::text as subject,
    l.source_key as detail
  from credit_lots l
  where l.source = 'subscription' and not exists (
    select from credit_subscriptions s join subscription_coverage c on c.subscription_id = s.id
    where s.id::text = split_part(l.source_key, ':', 2) and s.user_id = l.user_id
      and s.anchor_at + make_interval(months => split_part(l.source_key, ':', 3)::integer)
        between c.starts_at and c.ends_at - interval '1 microsecond'
      and l.expires_at
        = s.anchor_at + make_interval(months => split_part(l.source_key, ':', 3)::integer + 2)
      and l.minted = s.credits_per_period
  )
  union all
  select 'a paid plan is a subscription', o.id::text, o.product_type
  from checkout_orders o
  where o.product_type in ('subscription_monthly', 'subscription_annual')
    and o.status = 'fulfilled'
    and not exists (select from credit_subscriptions s
      where s.order_id = o.id and s.user_id = o.user_id and s.refused_at is null)
  union all
  select 'a refused subscription grants nothing', s.id::text, s.stripe_subscription_id
  from credit_subscriptions s
  where s.refused_at is not null
    and exists (select from subscription_coverage c where c.subscription_id = s.id)
  union all
  select 'a subscription begins with its first paid day', s.id::text, s.anchor_at::text
  from credit_subscriptions s
  left join lateral (select min(starts_at) as first from subscription_coverage
    where subscription_id = s.id) c on true
  where s.anchor_at is distinct from c.first
  union all
  select 'both halves of a gift lapse together', g.id::text, g.code
  from gift_codes g join credit_lots l on l.source_key = 'order:' || g.order_id::text
  where l.expires_at <> g.expires_at
  union all
  select 'what a friend claimed lapses with the gift', g.id::text, g.code
  from gift_codes g join credit_lots l on l.source_key = 'gift-code:' || g.id::text
  where l.expires_at <> g.expires_at;

create or replace view invariant_violations as
  select promise, subject, detail from invariant_violations_of_the_books
  union all
  select 'the count of rentals is exact', 'rentals', format('counted %s, are %s', counted, are)
  from (select coalesce(sum(delta), 0) as counted from rental_count_deltas) c,
    (select count(*) as are from rentals where status <> 'cancelled') r
  where counted <> are
  union all
  select promise, subject, detail from invariant_violations_of_plans;
