import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { deliverRental } from '#domain/booking/rentals/changes/rental-steps.ts'
import { requestRental } from '#domain/booking/rentals/rentals.ts'
import { requestReturn } from '#domain/care/cases/returns.ts'
import type { ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import { killAtEachMessage } from './kill-at-each-message.ts'
import { moneyOf } from './money-of.ts'
import { rentalWeek } from './shopping.ts'
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

/** A week for 14 of 20 credits, of which 10 are restored if the item does not fit. */
async function requestedReturn(): Promise<Scene> {
  const closet = await make.closet()
  const renter = await make.readyShopper({ credits: 20 })
  const item = await make.item({ closet, creditsPerDay: 2, fit_returns: true })
  const [now, origin, requestKey] = [clock.now(), 'http://localhost:3000', newId()]
  const { start, end } = rentalWeek(world)
  const request = { itemId: item.id, start, end, requestKey, origin }
  const { rentalId } = succeeded(await requestRental(db, renter, request, now, start, 'UTC'))
  succeeded(await deliverRental(db, closet, { rentalId, origin, note: '' }, now))
  const words = { words: 'It is too small.', imageIds: [] }
  const input = { rentalId, reason: 'does_not_fit', ...words } as const
  succeeded(await requestReturn(db, renter, input, now, start))
  await world.queue.clear()
  return { renter, closet, rentalId }
}

/** The closet accepts the request, records the return and approves the item's condition. */
async function takeBack({ closet, rentalId }: Scene, app: RunningApp): Promise<void> {
  const { shop } = await app.visit(closet)
  for (const intent of ['accept-return', 'record-return', 'approve-condition'])
    await shop.post(`/business/rentals/${rentalId}`, { intent })
}

async function stateOf({ renter, rentalId }: Scene) {
  const { cents, ...row } = await db
    .selectFrom('rentals as r')
    .innerJoin('return_requests as q', 'q.rental_id', 'r.id')
    .select(['q.status as request', 'q.credits_back', 'r.return_status', 'r.status'])
    .select((eb) =>
      eb
        .selectFrom('earnings as e')
        .select((one) => one.fn.sum<string | null>('e.amount_cents').as('cents'))
        .whereRef('e.rental_id', '=', 'r.id')
        .as('cents'),
    )
    .where('r.id', '=', rentalId)
    .executeTakeFirstOrThrow()
  const { credits } = await moneyOf(world, renter)
  return { ...row, cents: Number(cents ?? 0), credits }
}

/** Emails to the renter about the request, and whether each was sent. */
async function mailsTo({ renter }: Scene) {
  const mails = await db
    .selectFrom('mail_outbox')
    .select(['template', 'sent_at'])
    .where('to_address', '=', renter.email)
    .where('template', 'like', 'return-request-%')
    .orderBy('template')
    .execute()
  return mails.map(({ template, sent_at }) => [template, sent_at !== null])
}

test('an app killed at any message of a return restores credits and pays once', async () => {
  await killAtEachMessage<Scene>(world, {
    name: 'return request',
    setUp: requestedReturn,
    act: takeBack,
    check: async (scene) => {
      const state = await stateOf(scene)
      const isAccepted = state.request === 'accepted'
      const isBack = state.return_status === 'returned'
      const isCompleted = state.status === 'completed'
      expect([isAccepted || !isBack, isBack || !isCompleted]).toEqual([true, true])
      expect(state).toMatchObject({
        credits_back: isAccepted ? 10 : 0,
        credits: isBack ? 16 : 6,
        cents: isCompleted ? 4 * 45 : 0,
      })
    },
    // The closet has got no answer and sends everything again.
    resume: takeBack,
    end: async (scene) => {
      // The app's own worker may still be sending.
      await world.queue.idle()
      expect(await stateOf(scene)).toEqual({
        ...{ request: 'accepted', credits_back: 10, credits: 16 },
        ...{ return_status: 'returned', status: 'completed', cents: 4 * 45 },
      })
      expect(await mailsTo(scene)).toEqual([
        ['return-request-accepted', true],
        ['return-request-restored', true],
      ])
    },
  })
})
