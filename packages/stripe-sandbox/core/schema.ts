import type { Pool } from 'pg'
import { inTransaction } from './work.ts'

// SQL in a module instead of a .sql file, so that the server bundle includes it.
// Steps are only appended; the version row counts the applied ones.
const steps = [
  /* sql */ `
  create table stripe_sandbox.objects (
    id text primary key,
    object text not null,
    -- The order of lists: created alone has ties.
    seq bigint generated always as identity,
    created bigint not null,
    -- The parent of a sub-object: the session of a line item.
    parent text,
    deleted boolean not null default false,
    -- The object as the API returns it, with ids for other objects.
    body jsonb not null,
    -- Internal data that the API does not return.
    kept jsonb not null default '{}'
  );
  create index objects_by_kind on stripe_sandbox.objects (object, seq desc);
  create index objects_by_parent on stripe_sandbox.objects (parent, seq) where parent is not null;
  create index objects_by_customer on stripe_sandbox.objects ((body->>'customer'), object, seq desc)
    where body->>'customer' is not null;
  create index objects_by_payment_intent
    on stripe_sandbox.objects ((body->>'payment_intent'), object, seq desc)
    where body->>'payment_intent' is not null;
  create index objects_by_charge on stripe_sandbox.objects ((body->>'charge'), object, seq desc)
    where body->>'charge' is not null;
  create unique index one_price_has_a_lookup_key
    on stripe_sandbox.objects ((body->>'lookup_key'))
    where object = 'price' and body->>'lookup_key' is not null;

  create table stripe_sandbox.idempotency_keys (
    key text primary key,
    fingerprint text not null,
    used_at bigint not null,
    request_id text not null,
    status int,
    answer text
  );

  create table stripe_sandbox.deliveries (
    id bigint generated always as identity primary key,
    event text not null references stripe_sandbox.objects,
    -- Null: the endpoint in the configuration.
    endpoint text,
    attempts int not null default 0,
    -- The time of the next attempt; null once delivered or failed.
    due timestamptz,
    in_hand boolean not null default false,
    delivered_at timestamptz,
    last_problem text
  );
  create index deliveries_due on stripe_sandbox.deliveries (due, id) where due is not null;

  create table stripe_sandbox.timers (
    kind text not null,
    subject text not null,
    due bigint not null,
    primary key (kind, subject)
  );
  create index timers_due on stripe_sandbox.timers (due);
  `,
  /* sql */ `
  -- The test clock by which it is due; null: the sandbox's own clock.
  alter table stripe_sandbox.timers add clock text;
  drop index stripe_sandbox.timers_due;
  create index timers_due on stripe_sandbox.timers (due) where clock is null;
  create index timers_due_on_clock on stripe_sandbox.timers (clock, due) where clock is not null;
  -- An event may be queued long after it happened or, on a test clock, long before.
  alter table stripe_sandbox.deliveries add queued timestamptz;
  update stripe_sandbox.deliveries set queued = coalesce(due, delivered_at, now());
  alter table stripe_sandbox.deliveries alter queued set not null;
  create index objects_by_subscription
    on stripe_sandbox.objects ((body #>> '{parent,subscription_details,subscription}'), seq desc)
    where object = 'invoice';
  create index invoice_payments_by_invoice on stripe_sandbox.objects ((body->>'invoice'), seq desc)
    where object = 'invoice_payment';
  create index invoice_payments_by_intent
    on stripe_sandbox.objects ((body #>> '{payment,payment_intent}'), seq desc)
    where object = 'invoice_payment';
  create index objects_by_test_clock on stripe_sandbox.objects ((body->>'test_clock'), object)
    where body->>'test_clock' is not null;
  `,
  // The balance became the sum of its transactions: those of what was moved before.
  /* sql */ `
  with moved as (
    select id, created, body->>'currency' as currency, 'charge' as type,
      (body->>'amount')::bigint as amount, created + 172800 as available_on,
      round((body->>'amount')::bigint * 0.029)::bigint + 30 as fee
    from stripe_sandbox.objects where object = 'charge' and (body->>'paid')::boolean
    union all
    select r.id, r.created, r.body->>'currency', 'refund',
      -(r.body->>'amount')::bigint, greatest(r.created, c.created + 172800), 0
    from stripe_sandbox.objects r join stripe_sandbox.objects c on c.id = r.body->>'charge'
    where r.object = 'refund' and r.body->>'status' in ('pending', 'succeeded')
    union all
    select id, created, body->>'currency', object,
      (body->>'amount_reversed')::bigint - (body->>'amount')::bigint, created, 0
    from stripe_sandbox.objects where object = 'transfer'
    union all
    select id, created, body->>'currency', object, -(body->>'amount')::bigint, created, 0
    from stripe_sandbox.objects
    where object = 'payout' and parent is null and body->>'status' <> 'failed'
  ), written as (
    select created, jsonb_build_object('id', 'txn_' || substr(id, strpos(id, '_') + 1),
      'object', 'balance_transaction', 'amount', amount, 'available_on', available_on,
      'balance_type', 'payments', 'created', created, 'currency', currency, 'description', null,
      'exchange_rate', null, 'fee', fee, 'fee_details', '[]'::jsonb, 'net', amount - fee,
      'reporting_category', type, 'source', id, 'status', 'pending', 'type', type) as body
    from moved
    union all
    select (t->>'created')::bigint, t
    from stripe_sandbox.objects d, jsonb_array_elements(d.body->'balance_transactions') t
    where d.object = 'dispute'
  )
  insert into stripe_sandbox.objects (id, object, created, body)
  select body->>'id', 'balance_transaction', created, body from written order by created;
  `,
]

/** Brings the schema up to date. Processes that start at the same time take turns. */
export async function migrate(pool: Pool): Promise<void> {
  await inTransaction(pool, async (db) => {
    await db.query(`select pg_advisory_xact_lock(hashtext('stripe_sandbox schema'))`)
    await db.query(`create schema if not exists stripe_sandbox`)
    await db.query(`create table if not exists stripe_sandbox.version (steps int not null)`)
    const { rows } = await db.query<{ steps: number }>(`select steps from stripe_sandbox.version`)
    const done = rows[0]?.steps ?? 0
    for (const step of steps.slice(done)) await db.query(step)
    if (rows.length === 0) {
      await db.query(`insert into stripe_sandbox.version values ($1)`, [steps.length])
    } else if (done < steps.length) {
      await db.query(`update stripe_sandbox.version set steps = $1`, [steps.length])
    }
  })
}
