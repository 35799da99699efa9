import type { Work } from './work.ts'

/** An endpoint's id; null for the one in the configuration, `connect` for its Connect endpoint. */
export type Target = string | null

export type Delivery = {
  id: string
  event: string
  target: Target
  attempts: number
  type: string
  payload: unknown
  /** Unix seconds at which it was queued. */
  queuedAt: number
}

// Longer than any single delivery may take, so that no other process takes it at the same time.
const leaseSeconds = 60
const giveUpAfterSeconds = 3 * 24 * 60 * 60

/** The endpoints for events of this type: those of the platform, or those for connected accounts. */
export async function deliveryTargets(work: Work, type: string): Promise<Target[]> {
  const { rows } = await work.db.query<{ id: string }>(
    `select id from stripe_sandbox.objects
     where object = 'webhook_endpoint' and not deleted and body->>'status' = 'enabled'
       and (body->'enabled_events' ? '*' or body->'enabled_events' ? $1)
       and coalesce((kept->>'connect')::boolean, false) = $2
     order by seq`,
    [type, work.account !== null],
  )
  return [work.account === null ? null : 'connect', ...rows.map((row) => row.id)]
}

export async function queueDeliveries(work: Work, event: string, targets: Target[]): Promise<void> {
  await work.db.query(
    `insert into stripe_sandbox.deliveries (event, endpoint, due, queued)
     select $1, target, to_timestamp($3), to_timestamp($3)
     from unnest($2::text[]) with ordinality as t (target, place)
     order by place`,
    [event, targets, work.realNow],
  )
}

/** Claims the deliveries due by `at`, oldest first, so that no other process takes them. */
export async function takeDue(work: Work, at: Date, max: number): Promise<Delivery[]> {
  const { rows } = await work.db.query<Delivery>(
    `with due as (
       select id from stripe_sandbox.deliveries where due <= $1
       order by due, id limit $2 for update skip locked
     ), taken as (
       update stripe_sandbox.deliveries as d
       set in_hand = true, attempts = attempts + 1, due = $1 + make_interval(secs => $3)
       from due where d.id = due.id returning d.*
     )
     select taken.id::text, event, endpoint as target, attempts, o.body->>'type' as type,
       o.body as payload, extract(epoch from queued)::float8 as "queuedAt"
     from taken join stripe_sandbox.objects o on o.id = event
     order by taken.id`,
    [at, max, leaseSeconds],
  )
  return rows
}

export async function markDelivered(work: Work, delivery: Delivery, at: Date): Promise<void> {
  await work.db.query(
    `update stripe_sandbox.deliveries
     set due = null, in_hand = false, delivered_at = $2, last_problem = null where id = $1`,
    [delivery.id, at],
  )
  await work.db.query(
    `update stripe_sandbox.objects
     set body = jsonb_set(body, '{pending_webhooks}', to_jsonb(
       (select count(*) from stripe_sandbox.deliveries
        where event = $1 and delivered_at is null)))
     where id = $1`,
    [delivery.event],
  )
}

/** Retries after 1, 2, 4… seconds, at most five minutes apart, for three days. */
export async function markFailed(
  work: Work,
  delivery: Delivery,
  at: Date,
  problem: string,
): Promise<void> {
  const waitSeconds = Math.min(2 ** (delivery.attempts - 1), 300)
  const next = new Date(at.getTime() + waitSeconds * 1000)
  const hasFailed = next.getTime() / 1000 > delivery.queuedAt + giveUpAfterSeconds
  await postpone(work, delivery.id, hasFailed ? null : next, problem)
}

/** Reschedules a delivery (null: never) without counting it as delivered. */
export async function postpone(
  work: Work,
  id: string,
  due: Date | null,
  problem: string,
): Promise<void> {
  await work.db.query(
    `update stripe_sandbox.deliveries set due = $2, in_hand = false, last_problem = $3 where id = $1`,
    [id, due, problem.slice(0, 500)],
  )
}

/** Releases the deliveries that a killed process had claimed; at worst one event arrives twice. */
export async function releaseClaimed(work: Work, at: Date): Promise<void> {
  await work.db.query(
    `update stripe_sandbox.deliveries set due = $1, in_hand = false where in_hand`,
    [at],
  )
}
