-- Credits that go on hold while their payment is disputed, or come off it, with the operation that
-- did it: what a statement shows adds up to the balance.
alter table credit_transactions add column held integer not null default 0;
alter table credit_transactions drop constraint credit_operation_is_known;
alter table credit_transactions add constraint credit_operation_is_known check (kind in
  ('purchase', 'gift_claim', 'subscription', 'goodwill', 'grant', 'rental', 'cancellation',
   'expiry', 'revocation', 'hold', 'release'));

insert into credit_transactions
  (id, user_id, kind, amount, held, idempotency_key, payment_intent, effective_at)
select gen_random_uuid(), user_id, 'hold', 0, sum(available), 'hold-before:' || payment_intent,
  payment_intent, max(frozen_at)
from credit_lots
where frozen_at is not null and available > 0 and payment_intent is not null
group by user_id, payment_intent;

-- One checkout may buy several packs.
alter table checkout_orders add column quantity integer not null default 1;
alter table checkout_orders add constraint order_quantity_is_small
  check (quantity between 1 and 10 and (quantity = 1 or product_type = 'one_time'));

-- Whom to write to about money on its way back to somebody whose account is deleted; forgotten when
-- it cannot fail any more.
alter table checkout_orders add column contact_email text;
alter table checkout_orders add column contact_name text;
alter table checkout_orders add constraint contact_has_name_and_email
  check ((contact_email is null) = (contact_name is null));
create index orders_with_contact on checkout_orders (id) where contact_email is not null;

alter view invariant_violations rename to invariant_violations_before_holds;
create view invariant_violations as
  select promise, subject, detail from invariant_violations_before_holds
  union all
  select 'what statements show on hold is frozen', w.user_id::text,
    format('on hold %s, frozen %s', t.held, l.frozen)
  from wallets w
  cross join lateral (select coalesce(sum(held), 0) as held from credit_transactions
    where user_id = w.user_id) t
  cross join lateral (select coalesce(sum(available), 0) as frozen from credit_lots
    where user_id = w.user_id and frozen_at is not null) l
  where t.held <> l.frozen
  union all
  select 'only a deleted account leaves a contact', o.id::text, o.status
  from checkout_orders o join user_profiles p on p.id = o.user_id
  where o.contact_email is not null and p.deleted_at is null;

-- Money in and out, in the order of time.
create index orders_by_payment_time on checkout_orders (paid_at, id) where paid_at is not null;
create index refunds_by_time on refunds (requested_at, id);
create index coverage_by_payment_time on subscription_coverage (paid_at, id);
