import { sql } from 'kysely'
import { inTransaction } from '#db/connection.ts'
import type { WebhookEndpointId } from '#db/ids.ts'
import { createAuth } from '#domain/accounts/sign-in/auth.ts'
import { addEndpoint } from '#domain/outbound/webhooks/endpoints.ts'
import { subscribedTypes } from '#domain/outbound/webhooks/event-types.ts'
import { recordEvent } from '#domain/outbound/webhooks/record-event.ts'
import { type Sending, sendWebhooks } from '#domain/outbound/webhooks/send-webhooks.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { createWebhookGateway } from '#gateways/webhooks/webhook-gateway.ts'
import type { WebhookNetwork } from '#gateways/webhooks/webhook-network.ts'
import { testClock } from '#test/clock.ts'
import { make } from '#test/make/make.ts'
import { type TestDatabase, testDatabase } from '#test/postgres/database.ts'
import { readRows } from '#test/postgres/rows.ts'
import { localNetwork } from '#test/webhook-receiver.ts'

export const origin = 'https://shop.example'

/** A shop whose webhooks go to the test's receivers. Its clock stands still. */
export async function webhookWorld(network: WebhookNetwork = localNetwork, given?: TestDatabase) {
  const database = given ?? (await testDatabase())
  const { db } = database
  // Real time, because a signature is only valid near the time at which it is checked.
  const clock = testClock(new Date())
  const auth = createAuth({ secret: 'a secret of at least 32 characters' })
  const webhooks = createWebhookGateway(network)
  const sending: Sending = { db, clock: clock.now, auth, webhooks, origin }
  const made = make(db)

  async function endpoint(
    closet: ClosetOwner,
    url: string,
    events: readonly string[] = subscribedTypes,
  ) {
    const added = await addEndpoint(db, closet, { url, events }, sending, clock.now())
    if (!added.ok) throw new Error(added.problem.reason)
    return added.value
  }

  const events = async () =>
    await readRows(db, 'outgoing_events', ['id', 'type', 'owner_id', 'payload', 'at'], {}, 'id')
  const typesOf = async () => (await events()).map(({ type }) => type)
  const deliveriesTo = (id: WebhookEndpointId) =>
    readRows(
      db,
      'webhook_deliveries',
      ['id', 'event_id', 'tries', 'next_at', 'done_at', 'last_status', 'last_problem'],
      { endpoint_id: id },
      'id',
    )
  const endpointOf = (id: WebhookEndpointId) =>
    db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const jobs = async () => {
    const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs
      where task_identifier = 'send-webhooks' order by run_at`.execute(db)
    return rows.length
  }
  /** Records events of this closet. */
  async function recordEvents(closet: ClosetOwner, times = 1) {
    const event = { type: 'rental.late', ownerId: closet.id } as const
    const data = () => ({ id: newId(), title: 'Robe à la française' })
    for (let time = 0; time < times; time += 1)
      await inTransaction(db, (tx) => recordEvent(tx, event, data, clock.now()))
  }
  /** A closet with an endpoint that gets all events. */
  async function subscribed(url: string) {
    const closet = await made.closet()
    return { closet, ...(await endpoint(closet, url)) }
  }
  const send = () => sendWebhooks(sending, new AbortController().signal)
  return {
    ...{ database, db, clock, auth, webhooks, sending, made, endpoint, events, typesOf },
    ...{ deliveriesTo, endpointOf, jobs, recordEvents, subscribed, send },
  }
}
