import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { acceptRental } from '#domain/booking/rentals/changes/rental-steps.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import type { ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { killAtEachMessage } from './kill-at-each-message.ts'
import { moneyOf } from './money-of.ts'
import type { RunningApp } from './world.ts'
import { openWorld } from './world.ts'

const world = await openWorld()
const { make, db, clock } = world

type Scene = {
  readonly renter: Shopper
  readonly closet: ClosetOwner
  readonly rentalId: RentalId
}

function succeeded<Value>(outcome: Outcome<Value, { readonly reason: string }>): Value {
  if (!outcome.ok) throw new Error(outcome.problem.reason)
  return outcome.value
}

/** An accepted rental of two weeks, for 28 of 30 credits, which begins today. */
async function acceptedToday(): Promise<Scene> {
  const closet = await make.closet()
  const renter = await make.readyShopper({ credits: 30 })
  const item = await make.item({ closet, creditsPerDay: 2 })
  const [now, origin, requestKey] = [clock.now(), 'http://localhost:3000', newId()]
  const start = calendarDateIn('America/New_York', now)
  const request = { itemId: item.id, start, end: addDays(start, 13), requestKey, origin }
  const { rentalId } = succeeded(await requestRental(db, renter, request, now, start, 'UTC'))
  succeeded(await acceptRental(db, closet, { rentalId, origin }, now))
  await world.queue.clear()
  return { renter, closet, rentalId }
}

/** The closet says that the renter did not come, who contests it; the closet then agrees. */
async function misunderstand({ closet, renter, rentalId }: Scene, app: RunningApp): Promise<void> {
  const own = await app.visit(closet)
  const missed = { intent: 'mark-no-show', step: 'delivery', note: 'Nobody.', confirmed: 'yes' }
  await own.shop.post(`/business/rentals/${rentalId}`, missed)
  const { shop } = await app.visit(renter)
  const contest = { answer: 'request-return', reason: 'no_show', words: 'I was there.' }
  await shop.post(`/my-rentals/${rentalId}`, contest)
  await own.shop.post(`/business/rentals/${rentalId}`, { intent: 'accept-return', words: '' })
}

async function stateOf({ renter, rentalId }: Scene) {
  const { status, cancellation } = await readRow(
    db,
    'rentals',
    ['status', 'cancellation'],
    rentalId,
  )
  const cases = await readRows(db, 'return_requests', ['status'], { rental_id: rentalId })
  const earned = await readRows(db, 'earnings', ['amount_cents'], { rental_id: rentalId })
  const cents = earned.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const { credits } = await moneyOf(world, renter)
  return { status, cancellation, contest: cases[0]?.status ?? null, cents, credits }
}

test('an app killed at any message of a no-show keeps and returns each credit once', async () => {
  await killAtEachMessage<Scene>(world, {
    name: 'no-show',
    setUp: acceptedToday,
    act: misunderstand,
    check: async (scene) => {
      const { contest, ...state } = await stateOf(scene)
      const isMissed = state.cancellation === 'no_show'
      expect(isMissed || contest === null).toBe(true)
      expect(state).toEqual({
        status: isMissed ? 'cancelled' : 'confirmed',
        cancellation: isMissed ? 'no_show' : null,
        cents: isMissed && contest === null ? 14 * 45 : 0,
        credits: contest === 'accepted' ? 30 : isMissed ? 16 : 2,
      })
    },
    // Both sides have got no answer and send everything again.
    resume: misunderstand,
    end: async (scene) => {
      await world.queue.idle()
      expect(await stateOf(scene)).toEqual({
        ...{ status: 'cancelled', cancellation: 'no_show', contest: 'accepted' },
        ...{ cents: 0, credits: 30 },
      })
      const mails = await db
        .selectFrom('mail_outbox')
        .select(['template', 'sent_at'])
        .where('recipient_id', '=', scene.renter.id)
        .where('template', 'in', ['rental-mark-no-show', 'return-request-accepted'])
        .orderBy('template')
        .execute()
      expect(mails.map(({ template, sent_at }) => [template, sent_at !== null])).toEqual([
        ['rental-mark-no-show', true],
        ['return-request-accepted', true],
      ])
    },
  })
})
