import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Site } from '#test/app.ts'
import { insertRows } from '#test/postgres/rows.ts'

/** The screens of webhooks: a working endpoint with a log, and a disabled one with a long address. */
export async function webhookScreens(
  { db, clock }: Site,
  { closet, emptyCloset }: { readonly closet: Person; readonly emptyCloset: Person },
) {
  const now = clock.now()
  const endpoint = {
    id: newId(),
    owner_id: closet.id,
    place: 1,
    url: 'https://closet.example/webhooks',
    secret: 'gcm.',
    events: ['rental.requested' as const],
    created_at: now,
  }
  const long = {
    ...endpoint,
    id: newId(),
    place: 2,
    url: `https://${'a-long-name.'.repeat(14)}example/${'x'.repeat(300)}`,
    disabled_at: now,
    disabled_because: 'failing' as const,
  }
  await db.insertInto('webhook_endpoints').values([endpoint, long]).execute()
  const tries = [
    { tries: 1, done_at: now, last_tried_at: now, last_status: 204 },
    {
      tries: 3,
      next_at: new Date(now.getTime() + 7_200_000),
      last_tried_at: now,
      last_status: 500,
      last_problem: 'status' as const,
    },
    { tries: 10, last_tried_at: now, last_problem: 'private_address' as const },
    { next_at: now },
  ]
  for (const one of tries) {
    const event = { id: newId(), type: 'rental.no_longer_at_risk' as const, owner_id: closet.id }
    const payload = JSON.stringify({ id: newId(), title: 'Dress'.repeat(40) })
    await insertRows(db, 'outgoing_events', { ...event, payload, at: now })
    await insertRows(db, 'webhook_deliveries', {
      id: newId(),
      endpoint_id: endpoint.id,
      event_id: event.id,
      ...one,
    })
  }
  const path = `/business/webhooks/${endpoint.id}`
  const inState = (route: string, state: string, to: string, as = closet) => ({
    route: `business/${route}`,
    state,
    path: to,
    as,
  })
  return [
    inState('webhooks', 'empty', '/business/webhooks', emptyCloset),
    inState('webhooks', 'endpoints', '/business/webhooks'),
    inState('webhook', 'log', path),
    inState('webhook', 'asked to rotate', `${path}?change=rotate`),
    inState('webhook', 'disabled', `/business/webhooks/${long.id}`),
    inState('webhook-guide', 'guide', '/business/webhooks/guide'),
  ]
}
