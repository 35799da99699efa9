import { type Db, type DbOrTx, inTransaction, type Tx, violatedConstraint } from '#db/connection.ts'
import type { PersonId, WebhookEndpointId } from '#db/ids.ts'
import type { DisabledReason } from '#db/webhook-enums.ts'
import type { Auth } from '#domain/accounts/people/people.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { lockCloset } from '#domain/shared/lock-closet.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { UrlProblem } from '#gateways/webhooks/endpoint-url.ts'
import type { WebhookGateway } from '#gateways/webhooks/webhook-gateway.ts'
import { isSubscribedType, type SubscribedType } from './event-types.ts'
import { disableEndpoint, dropWaiting } from './record-try.ts'
import { newEndpointSecret, sealEndpointSecret } from './signature.ts'
import { MAX_ENDPOINTS, OVERLAP_HOURS } from './webhook-limits.ts'

export type Endpoint = {
  readonly id: WebhookEndpointId
  readonly url: string
  readonly events: readonly SubscribedType[]
  readonly createdAt: Date
  readonly disabledAt: Date | null
  readonly disabledBecause: DisabledReason | null
  readonly failingSince: Date | null
  /** Until when the previous secret also signs. */
  readonly previousSecretUntil: Date | null
}

/** The secret is returned only here: it is stored encrypted and shown once. */
export type NewEndpoint = { readonly id: WebhookEndpointId; readonly secret: string }

export type EndpointInput = { readonly url: string; readonly events: readonly string[] }

export type EventsProblem = { readonly reason: 'events-missing' }

export type AddProblem =
  | { readonly reason: UrlProblem }
  | { readonly reason: 'url-known' }
  | { readonly reason: 'too-many-endpoints' }
  /** The closet was closed in the meantime. */
  | { readonly reason: 'not-a-closet' }
  | EventsProblem

export type NotFound = { readonly reason: 'endpoint-not-found' }

/** What commands that deal with secrets and addresses need besides the database. */
export type EndpointTools = { readonly auth: Auth; readonly webhooks: WebhookGateway }

/** Adds an endpoint, enabled, with a new secret. */
export async function addEndpoint(
  db: Db,
  closet: ClosetOwner,
  input: EndpointInput,
  { auth, webhooks }: EndpointTools,
  now: Date,
): Promise<Outcome<NewEndpoint, AddProblem>> {
  const read = webhooks.readUrl(input.url)
  if ('problem' in read) return refused({ reason: read.problem })
  const events = knownEvents(input.events)
  if (events.length === 0) return refused({ reason: 'events-missing' })
  const { url } = read
  const secret = newEndpointSecret()
  try {
    return await inTransaction<Outcome<NewEndpoint, AddProblem>>(db, async (tx) => {
      if (!(await lockCloset(tx, closet.id))) return refused({ reason: 'not-a-closet' })
      const place = await freeSlot(tx, closet.id)
      if (place === null) return refused({ reason: 'too-many-endpoints' })
      const id: WebhookEndpointId = newId()
      const row = { id, owner_id: closet.id, place, url, events, created_at: now }
      await tx
        .insertInto('webhook_endpoints')
        .values({ ...row, secret: sealEndpointSecret(auth, secret) })
        .execute()
      await note(tx, closet, 'add webhook', id, { host: hostOf(url), events }, now)
      return done({ id, secret })
    })
  } catch (error) {
    if (violatedConstraint(error) === 'endpoint_is_once_per_closet')
      return refused({ reason: 'url-known' })
    throw error
  }
}

/** Only the host is shown, since the rest of the address may contain a secret of the receiver. */
const hostOf = (url: string) => new URL(url).host

/** The known events, sorted and without duplicates. */
function knownEvents(events: readonly string[]): SubscribedType[] {
  return [...new Set(events.filter(isSubscribedType))].toSorted()
}

async function freeSlot(tx: Tx, ownerId: PersonId): Promise<number | null> {
  const taken = await tx
    .selectFrom('webhook_endpoints')
    .select('place')
    .where('owner_id', '=', ownerId)
    .execute()
  const places = new Set(taken.map(({ place }) => place))
  for (let place = 1; place <= MAX_ENDPOINTS; place += 1) if (!places.has(place)) return place
  return null
}

/** Replaces the events that an endpoint subscribes to. */
export async function changeEvents(
  db: Db,
  closet: ClosetOwner,
  input: { readonly endpointId: WebhookEndpointId; readonly events: readonly string[] },
  now: Date,
): Promise<Outcome<null, NotFound | EventsProblem>> {
  const events = knownEvents(input.events)
  if (events.length === 0) return refused({ reason: 'events-missing' })
  return await inTransaction<Outcome<null, NotFound>>(db, async (tx) => {
    const endpoint = await lockOwn(tx, closet, input.endpointId)
    if (!endpoint) return refused({ reason: 'endpoint-not-found' })
    await tx
      .updateTable('webhook_endpoints')
      .set({ events })
      .where('id', '=', endpoint.id)
      .execute()
    await note(tx, closet, 'change webhook', endpoint.id, { events }, now)
    return done(null)
  })
}

/** Creates a new secret. For a day both sign, so that the receiver can switch without a gap. */
export async function rotateSecret(
  db: Db,
  closet: ClosetOwner,
  endpointId: WebhookEndpointId,
  { auth }: Pick<EndpointTools, 'auth'>,
  now: Date,
): Promise<Outcome<NewEndpoint, NotFound>> {
  const secret = newEndpointSecret()
  return await inTransaction<Outcome<NewEndpoint, NotFound>>(db, async (tx) => {
    const endpoint = await lockOwn(tx, closet, endpointId)
    if (!endpoint) return refused({ reason: 'endpoint-not-found' })
    await tx
      .updateTable('webhook_endpoints')
      .set({ secret: sealEndpointSecret(auth, secret), previous_secret: endpoint.secret })
      .set({ previous_secret_until: new Date(now.getTime() + OVERLAP_HOURS * 3_600_000) })
      .where('id', '=', endpointId)
      .execute()
    await note(tx, closet, 'rotate webhook secret', endpointId, undefined, now)
    return done({ id: endpointId, secret })
  })
}

/** Enables or disables an endpoint. Events missed while disabled are not sent automatically. */
export async function setEnabled(
  db: Db,
  closet: ClosetOwner,
  input: { readonly endpointId: WebhookEndpointId; readonly enabled: boolean },
  now: Date,
): Promise<Outcome<null, NotFound>> {
  return await inTransaction<Outcome<null, NotFound>>(db, async (tx) => {
    const endpoint = await lockOwn(tx, closet, input.endpointId)
    if (!endpoint) return refused({ reason: 'endpoint-not-found' })
    const isEnabled = endpoint.disabled_at === null
    if (isEnabled === input.enabled) return done(null)
    if (input.enabled) await enableEndpoint(tx, endpoint.id)
    else await disableEndpoint(tx, endpoint.id, 'by_owner', now)
    const action = input.enabled ? 'enable webhook' : 'disable webhook'
    await note(tx, closet, action, endpoint.id, undefined, now)
    return done(null)
  })
}

async function enableEndpoint(tx: Tx, id: WebhookEndpointId): Promise<void> {
  await dropWaiting(tx, id)
  await tx
    .updateTable('webhook_endpoints')
    .set({ disabled_at: null, disabled_because: null, failing_since: null, is_slow: false })
    .where('id', '=', id)
    .execute()
}

/** Deletes an endpoint with its deliveries. Repeating it changes nothing. */
export async function deleteEndpoint(
  db: Db,
  closet: ClosetOwner,
  endpointId: WebhookEndpointId,
  now: Date,
): Promise<Outcome<null, NotFound>> {
  return await inTransaction<Outcome<null, NotFound>>(db, async (tx) => {
    const endpoint = await lockOwn(tx, closet, endpointId)
    if (!endpoint) return refused({ reason: 'endpoint-not-found' })
    await tx.deleteFrom('webhook_endpoints').where('id', '=', endpointId).execute()
    await note(tx, closet, 'delete webhook', endpointId, { host: hostOf(endpoint.url) }, now)
    return done(null)
  })
}

/** Part of other commands: deletes the endpoints of an account and their records. False without one. */
export async function removeEndpointsOf(tx: Tx, ownerId: PersonId): Promise<boolean> {
  const removed = await tx
    .deleteFrom('webhook_endpoints')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  await tx.deleteFrom('outgoing_events').where('owner_id', '=', ownerId).execute()
  return removed.numDeletedRows > 0
}

/** Locks one of the closet's own endpoints; others are not found. */
export async function lockOwn(tx: Tx, closet: ClosetOwner, id: WebhookEndpointId) {
  const row = await tx
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'secret', 'disabled_at'])
    .where('id', '=', id)
    .where('owner_id', '=', closet.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

async function note(
  tx: Tx,
  closet: ClosetOwner,
  action: string,
  nounId: WebhookEndpointId,
  after: object | undefined,
  now: Date,
): Promise<void> {
  await recordAction(tx, closet, { action, noun: 'webhook', nounId, ...(after && { after }) }, now)
}

/** A closet's endpoints, oldest first; at most `MAX_ENDPOINTS`. */
export async function endpointsOf(
  db: DbOrTx,
  closet: ClosetOwner,
  now: Date,
): Promise<readonly Endpoint[]> {
  const rows = await readEndpoints(db, closet).orderBy('created_at').orderBy('id').execute()
  return rows.map((row) => asEndpoint(row, now))
}

/** One of the closet's endpoints; null for anybody else's. */
export async function readEndpoint(
  db: DbOrTx,
  closet: ClosetOwner,
  id: WebhookEndpointId,
  now: Date,
): Promise<Endpoint | null> {
  const row = await readEndpoints(db, closet).where('id', '=', id).executeTakeFirst()
  return row ? asEndpoint(row, now) : null
}

function readEndpoints(db: DbOrTx, closet: ClosetOwner) {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'events', 'created_at', 'disabled_at', 'disabled_because'])
    .select(['failing_since', 'previous_secret_until'])
    .where('owner_id', '=', closet.id)
}

type Row = Awaited<ReturnType<ReturnType<typeof readEndpoints>['executeTakeFirstOrThrow']>>

function asEndpoint(row: Row, now: Date): Endpoint {
  const until = row.previous_secret_until
  return {
    id: row.id,
    url: row.url,
    events: row.events.filter(isSubscribedType),
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    disabledBecause: row.disabled_because,
    failingSince: row.failing_since,
    previousSecretUntil: until && now < until ? until : null,
  }
}
