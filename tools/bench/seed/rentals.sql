with rental as (
  insert into rentals (id, request_key, renter_id, owner_id, item_id, deposit_id, start_date, end_date,
    total_days, credits_per_day, total_credits, status, created_at, confirmed_at, confirmed_by,
    cancelled_at, cancelled_by, cancellation, delivery_status, delivered_at, delivered_by,
    return_status, returned_at, returned_by, returned_on, condition_status, condition_reviewed_at,
    condition_reviewed_by, deposit_amount, renter_phone, review_reminded_at, return_reminded_at,
    rating_reminded_at, handover_asked_at, exclusive, cents_per_credit, answer_by)
  select id, bench_seed.id(4, created_at, n), renter_id, owner_id, item_id,
    bench_seed.of_shopper(6, shopper), start_date, end_date, days, price, credits, status, created_at,
    case when status not in ('pending', 'cancelled') then confirmed_at end,
    case when status not in ('pending', 'cancelled') then owner_id end,
    case when status = 'cancelled' then cancelled_at end,
    case when status = 'cancelled' then renter_id end,
    case when status = 'cancelled' then 'by_shopper' end,
    case when status in ('delivered', 'completed') then 'delivered' else 'pending' end,
    case when status in ('delivered', 'completed') then delivered_at end,
    case when status in ('delivered', 'completed') then owner_id end,
    case when status in ('delivered', 'completed') and is_back then 'returned' else 'pending' end,
    case when status in ('delivered', 'completed') and is_back then returned_at end,
    case when status in ('delivered', 'completed') and is_back then owner_id end,
    case when status in ('delivered', 'completed') and is_back then end_date + 1 end,
    case when status = 'completed' then 'approved' else 'pending_review' end,
    case when status = 'completed' then reviewed_at end,
    case when status = 'completed' then owner_id end,
    5000, case when n % 10 = 0 then '+1 555 ' || lpad((n % 10000000)::text, 7, '0') end,
    case when status = 'completed' then reviewed_at end,
    case when is_back then returned_at end,
    case when status = 'completed' then reviewed_at end,
    case when status = 'completed' then delivered_at end,
    not is_booked_ahead, rate, created_at + interval '1 day'
  from chunk
), period as (
  insert into booked_periods (item_id, period, rental_id)
  select item_id, daterange(start_date, end_date, '[]'), id from chunk
  where status in ('pending', 'confirmed', 'delivered')
), spent as (
  insert into credit_transactions (id, user_id, kind, amount, idempotency_key, rental_id, effective_at)
  select bench_seed.id(11, created_at, n), renter_id, 'rental', -credits, 'rental:' || id, id, created_at
  from chunk
), restored as (
  insert into credit_transactions (id, user_id, kind, amount, idempotency_key, rental_id, effective_at)
  select bench_seed.id(12, cancelled_at, n), renter_id, 'cancellation', credits,
    'cancellation:' || id, id, cancelled_at
  from chunk where status = 'cancelled'
), moved as (
  insert into credit_movements (transaction_id, lot_id, from_side, to_side, amount)
  select bench_seed.id(11, created_at, n), bench_seed.of_shopper(7, shopper), 'available', 'spent', credits
  from chunk
  union all
  select bench_seed.id(12, cancelled_at, n), bench_seed.of_shopper(7, shopper), 'spent', 'available', credits
  from chunk where status = 'cancelled'
), lines as (
  insert into audit_log (id, actor_id, action, noun, noun_id, before, after, at)
  select bench_seed.id(13, created_at, n), renter_id, 'request', 'rental', id::text, null::jsonb,
    jsonb_build_object('start', start_date, 'end', end_date, 'credits', credits), created_at
  from chunk
  union all
  select bench_seed.id(14, cancelled_at, n), renter_id, 'cancel', 'rental', id::text,
    '{"status": "pending"}'::jsonb, '{"status": "cancelled"}'::jsonb, cancelled_at
  from chunk where status = 'cancelled'
  union all
  select bench_seed.id(15, confirmed_at, n), owner_id, 'accept', 'rental', id::text,
    '{"status": "pending"}'::jsonb, '{"status": "confirmed"}'::jsonb, confirmed_at
  from chunk where status not in ('pending', 'cancelled')
  union all
  select bench_seed.id(16, delivered_at, n), owner_id, 'deliver', 'rental', id::text,
    '{"status": "confirmed"}'::jsonb, '{"status": "delivered"}'::jsonb, delivered_at
  from chunk where status in ('delivered', 'completed')
  union all
  select bench_seed.id(17, reviewed_at, n), owner_id, 'approve-condition', 'rental', id::text,
    '{"status": "delivered"}'::jsonb, '{"status": "completed"}'::jsonb, reviewed_at
  from chunk where status = 'completed'
), earned as (
  -- Those that were payable before this month are paid out.
  insert into earnings (id, owner_id, kind, rental_id, amount_cents, source_key, earned_at, payable_at,
    transfer_id)
  select bench_seed.id(18, reviewed_at, n), owner_id, 'rental', id, credits * rate, 'rental:' || id,
    reviewed_at, reviewed_at + interval '7 days',
    case when reviewed_at + interval '7 days' < date_trunc('month', ends, 'UTC')
      then bench_seed.id(19, bench_seed.month_of(reviewed_at + interval '7 days', paid_from), closet) end
  from chunk where status = 'completed' and rate > 0
), rated as (
  insert into ratings (id, rental_id, side, item_id, about_id, writer_id, stars, words, fit, written_at,
    due_at, published_at)
  select bench_seed.id(20, reviewed_at, n), id, 'renter', item_id, owner_id, renter_id,
    3 + spread % 3, 'Just as in the photos, and on time.',
    (array['small', 'true', 'large'])[1 + spread % 3], reviewed_at, reviewed_at, reviewed_at
  from chunk where status = 'completed' and spread % 10 = 7
), liked as (
  insert into likes (user_id, item_id, created_at)
  select renter_id, item_id, created_at from chunk where spread % 10 = 3
  on conflict do nothing
), asked as (
  insert into conversations (id, item_id, shopper_id, lister_id, last_message_at, shopper_read_at,
    lister_read_at)
  select bench_seed.id(21, created_at, n), item_id, renter_id, owner_id,
    created_at + interval '1 hour', created_at + interval '1 hour', created_at + interval '1 hour'
  from chunk where spread % 50 = 3
  on conflict do nothing returning id, shopper_id, lister_id, last_message_at
), written as (
  insert into messages (id, conversation_id, writer_id, body, request_key, written_at)
  select gen_random_uuid(), id, shopper_id, 'Is it lined?', gen_random_uuid(),
    last_message_at - interval '1 hour' from asked
  union all
  select gen_random_uuid(), id, lister_id, 'It is, down to the knee.', gen_random_uuid(),
    last_message_at from asked
)
insert into mail_outbox (id, message_id, template, recipient_id, to_address, subject, text_body,
  html_body, created_at, sent_at, attempts)
select bench_seed.id(22, created_at, n), 'bench-' || n || '@bench.test', 'request', owner_id,
  'closet-' || closet || '@bench.test', 'A new request', 'Somebody would like to rent an item.',
  '<p>Somebody would like to rent an item.</p>', created_at, created_at + interval '2 seconds', 1
from chunk where created_at > ends - interval '90 days'
