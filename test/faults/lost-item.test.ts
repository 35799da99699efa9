import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import type { ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { readRow, readRows, updateRows } from '#test/postgres/rows.ts'
import { killAtEachMessage } from './kill-at-each-message.ts'
import type { RunningApp } from './world.ts'
import { openWorld } from './world.ts'

const world = await openWorld()
const { make, db, clock } = world

type Scene = {
  readonly renter: Shopper
  readonly closet: ClosetOwner
  readonly rentalId: RentalId
}

/** A rental for 14 credits that was due back two weeks ago. */
async function overdue(): Promise<Scene> {
  const [closet, renter] = [await make.closet(), await make.readyShopper()]
  const now = clock.now()
  const start = addDays(calendarDateIn('America/New_York', now), -21)
  const lent = { item: await make.item({ closet, creditsPerDay: 2 }), renter, start } as const
  const createdAt = new Date(now.getTime() - 22 * 86_400_000)
  const { id: rentalId } = await make.rental({ ...lent, status: 'delivered', createdAt })
  await updateRows(db, 'rentals', { id: rentalId }, { cents_per_credit: 45 })
  await world.queue.clear()
  return { renter, closet, rentalId }
}

/** The closet says that it never came back; then it turns up. */
async function loseAndFind({ closet, rentalId }: Scene, app: RunningApp): Promise<void> {
  const { shop } = await app.visit(closet)
  const path = `/business/rentals/${rentalId}`
  const lost = { intent: 'mark-lost', step: 'lost', notes: 'No answer.', confirmed: 'yes' }
  await shop.post(path, lost)
  await shop.post(path, { intent: 'record-return', note: '' })
}

async function stateOf({ renter, rentalId }: Scene) {
  const columns = ['status', 'return_status', 'deposit_kept_amount', 'item_id'] as const
  const { item_id, ...rental } = await readRow(db, 'rentals', columns, rentalId)
  const earned = await readRows(
    db,
    'earnings',
    ['amount_cents'],
    { rental_id: rentalId },
    'earned_at',
  )
  const deposit = await readRow(db, 'deposits', ['kept_cents'], { user_id: renter.id })
  const { paused } = await readRow(db, 'clothing_items', ['paused'], item_id)
  return { ...rental, ...deposit, paused, earned: earned.map(({ amount_cents }) => amount_cents) }
}

const LATE = { status: 'delivered', return_status: 'pending' }
const NOTHING = { deposit_kept_amount: 0, kept_cents: 0, paused: false }
const LOST = {
  ...{ status: 'completed', return_status: 'late', paused: true },
  ...{ deposit_kept_amount: 5000, kept_cents: 5000, earned: [14 * 45] },
}
const FOUND = {
  ...{ status: 'delivered', return_status: 'returned', ...NOTHING },
  earned: [14 * 45, -14 * 45],
}

test('an app killed at any message of a lost item keeps and returns the deposit once', async () => {
  await killAtEachMessage<Scene>(world, {
    name: 'lost item',
    setUp: overdue,
    act: loseAndFind,
    check: async (scene) => {
      const state = await stateOf(scene)
      const isBack = state.return_status === 'returned'
      const isLost = state.status === 'completed'
      expect(state).toEqual(isBack ? FOUND : isLost ? LOST : { ...LATE, ...NOTHING, earned: [] })
    },
    // The closet has got no answer and sends everything again.
    resume: loseAndFind,
    end: async (scene) => {
      // The app's own worker may still be sending.
      await world.queue.idle()
      expect(await stateOf(scene)).toEqual(FOUND)
    },
  })
})
