import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { RentalId, WebhookEndpointId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { createAuth } from '#domain/accounts/sign-in/auth.ts'
import { addEndpoint } from '#domain/outbound/webhooks/endpoints.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { createWebhookGateway } from '#gateways/webhooks/webhook-gateway.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { localNetwork, webhookReceiver } from '#test/webhook-receiver.ts'
import { killAtEachMessage } from './kill-at-each-message.ts'
import type { Story } from './stories.ts'
import { openWorld, secret } from './world.ts'

interface Scene {
  readonly closet: ClosetOwner
  readonly rentalId: RentalId
  readonly endpointId: WebhookEndpointId
}

const world = await openWorld({ app: { webhookNetwork: localNetwork } })
const { db, make, clock } = world
const tools = { auth: createAuth({ secret }), webhooks: createWebhookGateway(localNetwork) }
const receiver = { url: '', ids: () => [] as unknown[] }

async function stateOf({ rentalId, endpointId }: Scene) {
  const { status } = await readRow(db, 'rentals', 'status', rentalId)
  const deliveries = await readRows(db, 'webhook_deliveries', ['event_id', 'done_at'], {
    endpoint_id: endpointId,
  })
  return { status, deliveries }
}

/** A closet accepts a request, and its server gets a webhook. */
const story: Story<Scene> = {
  name: 'webhook of an accepted request',
  setUp: async () => {
    const closet = await make.closet()
    const item = await make.item({ closet, creditsPerDay: 0 })
    const { id: rentalId } = await make.rental({ item, createdAt: clock.now() })
    const input = { url: receiver.url, events: ['rental.accepted'] }
    const added = await addEndpoint(db, closet, input, tools, clock.now())
    if (!added.ok) throw new Error(added.problem.reason)
    return { closet, rentalId, endpointId: added.value.id }
  },
  act: async ({ closet, rentalId }, app) => {
    const { shop } = await app.visit(closet)
    await shop.post(`/business/rentals/${rentalId}`, { intent: 'accept' })
    await app.work()
  },
  check: async (scene) => {
    const { status, deliveries } = await stateOf(scene)
    expect(deliveries).toHaveLength(status === 'confirmed' ? 1 : 0)
  },
  resume: async ({ closet, rentalId }, app) => {
    const { shop } = await app.visit(closet)
    await shop.post(`/business/rentals/${rentalId}`, { intent: 'accept' })
    // After a minute, webhooks that the killed app had claimed can be sent by the job again.
    clock.advance({ seconds: 61 })
    await inTransaction(db, (tx) => enqueue(tx, 'send-webhooks', {}))
  },
  end: async (scene) => {
    await world.queue.idle()
    const { status, deliveries } = await stateOf(scene)
    expect(status).toBe('confirmed')
    expect(deliveries).toMatchObject([{ done_at: expect.any(Date) }])
    expect(receiver.ids()).toContain(deliveries[0]?.event_id)
  },
}

test('an app killed at any message loses no webhook, and the next app sends it', async () => {
  const { url, received } = await webhookReceiver()
  receiver.url = url
  receiver.ids = () => received.map(({ headers }) => headers['webhook-id'])
  // The app sends webhooks between two messages.
  await killAtEachMessage(world, story, 'changes and answers')
})
