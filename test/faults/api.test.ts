import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { apiTokenOf } from '#test/api.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { killAtEachMessage } from './kill-at-each-message.ts'
import type { Story } from './stories.ts'
import { openWorld, type RunningApp } from './world.ts'

interface Delivering {
  readonly closet: ClosetOwner
  readonly token: string
  readonly rental: RentalId
  /** The answer to the first request, if there was one. */
  answered: string | null
}

const world = await openWorld()
const { db, make, clock } = world

async function deliver({ closet, token, rental }: Delivering, app: RunningApp) {
  const { shop } = await app.visit(closet)
  return await shop.post(
    `/api/v1/rentals/${rental}/deliver`,
    {},
    {
      body: JSON.stringify({ note: 'Here it is.' }),
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': 'deliver',
      },
    },
  )
}

async function stateOf({ rental }: Delivering) {
  const { status } = await readRow(db, 'rentals', 'status', rental)
  return status
}

/** A program sends a step, gets no answer, and sends it again. */
const story: Story<Delivering> = {
  name: 'a step by the API',
  setUp: async () => {
    const closet = await make.closet()
    const item = await make.item({ closet })
    const { id } = await make.rental({ item, renter: await make.readyShopper() })
    const { token } = await apiTokenOf(db, closet, ['rentals:write'], { now: clock.now() })
    return { closet, token, rental: id, answered: null }
  },
  act: async (scene, app) => {
    const { status, html } = await deliver(scene, app)
    if (status === 200) scene.answered = html
  },
  check: async (scene) => {
    const stored = await db
      .selectFrom('api_requests')
      .selectAll()
      .where('key', '=', 'deliver')
      .execute()
    expect(stored.every(({ status }) => status === 200)).toBe(true)
    if (scene.answered) expect(await stateOf(scene)).toBe('delivered')
  },
  resume: async (scene, app) => {
    const wasDone = (await stateOf(scene)) === 'delivered'
    const again = await deliver(scene, app)
    expect(again.status).toBe(200)
    expect(again.response.headers.get('idempotency-replayed')).toBe(wasDone ? 'true' : null)
    if (scene.answered) expect(again.html).toBe(scene.answered)
  },
  end: async (scene) => {
    expect(await stateOf(scene)).toBe('delivered')
    const notes = await readRows(db, 'rental_handovers', 'note', { rental_id: scene.rental })
    expect(notes).toEqual([{ note: 'Here it is.' }])
    const lines = await readRows(db, 'audit_log', 'action', { noun_id: scene.rental })
    expect(lines).toEqual([{ action: 'deliver' }])
  },
}

test('an app killed at any message executes a request with a key once and replays it', async () => {
  await killAtEachMessage(world, story)
})
