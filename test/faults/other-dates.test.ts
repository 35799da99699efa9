import { expect, test } from 'vitest'
import type { FreshId, RentalId } from '#db/ids.ts'
import { acceptRental } from '#domain/booking/rentals/changes/rental-steps.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import type { ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import { addDays, type CalendarDate, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { readRow } from '#test/postgres/rows.ts'
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
  readonly start: CalendarDate
  /** The keys of the forms for more and for fewer days. */
  readonly keys: readonly [FreshId, FreshId]
}

function succeeded<Value>(outcome: Outcome<Value, { readonly reason: string }>): Value {
  if (!outcome.ok) throw new Error(outcome.problem.reason)
  return outcome.value
}

/** An accepted rental of a week, for 14 of 50 credits. */
async function accepted(): Promise<Scene> {
  const closet = await make.closet()
  const renter = await make.readyShopper({ credits: 50 })
  const item = await make.item({ closet, creditsPerDay: 2, advance_booking: true })
  const [now, origin, requestKey] = [clock.now(), 'http://localhost:3000', newId()]
  const today = calendarDateIn('America/New_York', now)
  const start = addDays(today, 10)
  const request = { itemId: item.id, start, end: addDays(start, 6), requestKey, origin }
  const { rentalId } = succeeded(await requestRental(db, renter, request, now, today, 'UTC'))
  succeeded(await acceptRental(db, closet, { rentalId, origin }, now))
  await world.queue.clear()
  return { renter, closet, rentalId, start, keys: [newId(), newId()] }
}

/** The renter asks for a second week, and then for five days; the closet accepts both. */
async function moveTwice(scene: Scene, app: RunningApp): Promise<void> {
  const { renter, closet, rentalId, start, keys } = scene
  const own = await app.visit(renter)
  const { shop } = await app.visit(closet)
  for (const [key, days] of [
    [keys[0], 14],
    [keys[1], 5],
  ] as const) {
    const dates = { start, end: addDays(start, days - 1), request_key: key }
    await own.shop.post(`/my-rentals/${rentalId}`, { answer: 'change-dates', ...dates })
    await shop.post(`/business/rentals/${rentalId}`, { intent: 'accept-dates', proposal: key })
  }
}

async function stateOf({ renter, rentalId }: Scene) {
  const columns = ['status', 'total_days', 'total_credits', 'proposed_credits'] as const
  const { credits } = await moneyOf(world, renter)
  return { ...(await readRow(db, 'rentals', columns, rentalId)), credits }
}

test('an app killed at any message of other dates spends and returns each credit once', async () => {
  await killAtEachMessage<Scene>(world, {
    name: 'other dates',
    setUp: accepted,
    act: moveTwice,
    check: async (scene) => {
      const { credits, ...rental } = await stateOf(scene)
      expect(credits).toBe(50 - rental.total_credits - (rental.proposed_credits ?? 0))
    },
    // Both sides have got no answer and send everything again.
    resume: moveTwice,
    end: async (scene) => {
      await world.queue.idle()
      expect(await stateOf(scene)).toEqual({
        ...{ status: 'confirmed', total_days: 5, total_credits: 14, proposed_credits: null },
        credits: 36,
      })
      const emails = await db
        .selectFrom('mail_outbox')
        .select(['template', 'sent_at'])
        .where('recipient_id', '=', scene.renter.id)
        .where('template', 'in', ['rental-propose-dates', 'rental-change-dates'])
        .orderBy('template')
        .execute()
      expect(emails.map(({ template, sent_at }) => [template, sent_at !== null])).toEqual([
        ['rental-change-dates', true],
        ['rental-change-dates', true],
        ['rental-propose-dates', true],
        ['rental-propose-dates', true],
      ])
    },
  })
})
