import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundAhead } from '#domain/money/credits/credits.ts'
import { extendableRentals } from '#test/make/extending.ts'
import { cancelRental } from './cancel-rental.ts'
import { correct } from './corrections.ts'
import { acceptRental, failDelivery } from './rental-steps.ts'

const { db, made, now, day, ...extending } = await extendableRentals()
const { rentItem, extend, rentalOf } = extending
const closet = await made.closet()
const admin = await made.admin()

const anAction = fc.oneof(
  fc.record({ do: fc.constant('extend' as const), days: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ do: fc.constant('grant' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ do: fc.constant('owe' as const), credits: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constant('fail' as const) }),
  fc.record({ do: fc.constant('cancel' as const) }),
  fc.record({ do: fc.constant('reopen' as const) }),
)

/** `LIVES=1000` generates more histories. */
const LIVES = Number(process.env.LIVES ?? 20)

test('no sequence of extending, canceling and reopening loses or duplicates credits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anAction, { minLength: 3, maxLength: 12 }), async (acts) => {
      let when = now
      const later = (hours: number) => new Date(when.getTime() + hours * 3_600_000)
      const renter = await made.shopper()
      await made.deposit(renter)
      await made.credits(renter, 30, { now, expiresAt: later(48) })
      await made.credits(renter, 60, { now, expiresAt: later(2000) })
      const item = await made.item({ closet, creditsPerDay: 2 })
      const { rentalId, on } = await rentItem(renter, item, 3, 9)
      await acceptRental(db, closet, on, now)
      const mine = () => db.updateTable('credit_lots').where('user_id', '=', renter.id)
      const sums = async () => {
        const lots = await db
          .selectFrom('credit_lots')
          .selectAll()
          .where('user_id', '=', renter.id)
          .execute()
        const of = (side: 'available' | 'spent' | 'revoked' | 'owed', chosen = lots) =>
          chosen.reduce((sum, lot) => sum + lot[side], 0)
        const lasting = lots.filter((lot) => lot.expires_at > when)
        return {
          lasting: of('available', lasting),
          ...{ spent: of('spent'), revoked: of('revoked'), owed: of('owed') },
        }
      }
      for (const act of acts) {
        const [before, rental] = [await sums(), await rentalOf(rentalId)]
        if (act.do === 'wait') when = later(act.hours)
        if (act.do === 'grant')
          await made.credits(renter, 20, { now: when, expiresAt: later(act.hours) })
        if (act.do === 'extend') await extend(renter, rentalId, { end: day(9 + act.days), when })
        if (act.do === 'owe') {
          const [lot] = await db
            .selectFrom('credit_lots')
            .select(['id', 'spent'])
            .where('user_id', '=', renter.id)
            .orderBy('spent', 'desc')
            .execute()
          const owed = Math.min(lot?.spent ?? 0, act.credits)
          if (lot) await mine().where('id', '=', lot.id).set({ owed }).execute()
        }
        const ahead = await refundAhead(db, { rentalId, reopened: rental.reopened }, when)
        if (act.do === 'fail') await failDelivery(db, closet, on, when)
        const withVersion = { ...on, seen: ahead.version }
        if (act.do === 'cancel') await cancelRental(db, renter, withVersion, when)
        if (act.do === 'reopen') await correct(db, admin, { ...on, correction: 'reopen' }, when)
        const [after, changed] = [await sums(), await rentalOf(rentalId)]
        expect(after.spent).toBe(changed.status === 'cancelled' ? 0 : changed.total_credits)
        // The renter gets everything back, except what their credits owe.
        const hasEnded = rental.status !== 'cancelled' && changed.status === 'cancelled'
        if (hasEnded)
          expect(after.lasting + after.revoked - before.revoked).toBe(
            before.lasting + rental.total_credits,
          )
        if (hasEnded) expect(after.lasting - before.lasting).toBe(ahead.credits)
        if (hasEnded) expect([after.owed, after.revoked - before.revoked]).toEqual([0, before.owed])
      }
    }),
    { numRuns: LIVES },
  )
})
