import { expect, test } from 'vitest'
import type { RentalId } from '#db/ids.ts'
import { releaseClaims } from '#domain/booking/rentals/changes/corrections.ts'
import { keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { answerAppeal, fileAppeal } from '#domain/care/cases/appeals.ts'
import { payDeposit } from '#domain/money/checkout/checkout.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { makeRefund } from '#domain/money/checkout/refunding/refunds.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import type { Outcome } from '#domain/shared/outcome.ts'
import { Browsing } from '#test/browsing.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { killAtEachMessage } from './kill-at-each-message.ts'
import { moneyOf } from './money-of.ts'
import type { RunningApp } from './world.ts'
import { openWorld } from './world.ts'

const world = await openWorld()
const { make, db, clock } = world
const stripe = world.stripe()
const admin = await make.admin()

type Scene = { readonly shopper: Shopper; readonly rentalId: RentalId }

function succeeded<Value>(outcome: Outcome<Value, { readonly reason: string }>): Value {
  if (!outcome.ok) throw new Error(outcome.problem.reason)
  return outcome.value
}

/** $20.00 of a deposit were withheld, the rest was refunded, and an appeal awaits its decision. */
async function answeredAppeal(): Promise<Scene> {
  const [shopper, closet] = [await make.shopper(), await make.closet()]
  const now = clock.now()
  const places = { origin: 'http://localhost:3000', successPath: '/', returnTo: '/' }
  const { sessionId, url } = succeeded(await payDeposit(db, shopper, stripe, places, now))
  const payPages = new Browsing({ handle: world.provider }, 'http://pay.test')
  await payPages.submit(await payPages.get(url), 'form[action^="/sandbox/checkout/"]')
  succeeded(await fulfil(db, stripe, sessionId))
  const lent = { item: await make.item({ closet }), renter: shopper, status: 'delivered' } as const
  const { id: rentalId } = await make.rental({ ...lent, createdAt: now })
  const on = { rentalId, origin: places.origin, notes: 'Torn hem', cents: 2000 }
  succeeded(await recordReturn(db, closet, on, now))
  succeeded(await keepDeposit(db, closet, on, now))
  await releaseClaims(db, new Date(now.getTime() + 2 * 86_400_000))
  const waiting = await readRows(db, 'refunds', 'id', { status: 'pending' })
  for (const { id } of waiting) await makeRefund(db, stripe, id, now)
  const statement = { rentalId, words: 'It was torn before.', imageIds: [] }
  succeeded(await fileAppeal(db, shopper, statement, now))
  succeeded(await answerAppeal(db, closet, statement, now))
  await world.deliver()
  await world.queue.clear()
  return { shopper, rentalId }
}

async function decide({ rentalId }: Scene, app: RunningApp) {
  const { shop } = await app.visit(admin)
  const decision = { outcome: 'reduced', amount: '5', reasons: 'Half of it was there before.' }
  const decided = await shop.post(`/admin/appeals/${rentalId}`, decision)
  expect(decided.location).toBe('/admin/appeals')
}

const earningsOf = ({ rentalId }: Scene) =>
  readRows(db, 'earnings', 'amount_cents', { rental_id: rentalId, kind: 'damage' })

test('an app killed at any message of an appeal refunds and pays exactly once', async () => {
  await killAtEachMessage<Scene>(world, {
    name: 'appeal',
    setUp: answeredAppeal,
    act: async (scene, app) => {
      await decide(scene, app)
      await app.work()
    },
    check: async (scene) => {
      const { status } = await readRow(db, 'deposit_appeals', 'status', {
        rental_id: scene.rentalId,
      })
      const isDecided = status === 'reduced'
      expect([status, await earningsOf(scene)]).toEqual(
        isDecided ? ['reduced', [{ amount_cents: 1500 }]] : ['answered', []],
      )
      expect(await moneyOf(world, scene.shopper)).toMatchObject({
        chargedCents: isDecided ? 1500 : 2000,
        refunds: { succeeded: isDecided ? 2 : 1 },
      })
    },
    // The admin has got no answer and decides again.
    resume: decide,
    end: async (scene) => {
      expect(await earningsOf(scene)).toEqual([{ amount_cents: 1500 }])
      expect(await moneyOf(world, scene.shopper)).toMatchObject({
        paid: { deposit: 1 },
        chargedCents: 1500,
        deposits: 0,
        refunds: { succeeded: 2 },
      })
    },
  })
})
