import { expect, test } from 'vitest'
import { depositRows, inDays, noon } from '#test/deposit-rows.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { depositLife } from './deposit-life.ts'

// Rows are inserted without the history that commands would leave.
const { db } = await testDatabase({ violatesInvariants: true })
const { held, topUp } = depositRows(db)

test('only rentals, claims and refunds of the same deposit, or a dispute, prevent a refund request', async () => {
  const [one, other] = [await held(), await held()]
  await other.refund(1)
  await other.rental('pending')
  await other.claim()
  const mine = async () => {
    const life = await depositLife(db, one.payer)
    return [life.held?.openRentals, life.mayRequest]
  }
  await one.claim({ released_at: noon })
  expect(await mine()).toEqual([0, true])
  await one.refund(1)
  expect(await mine()).toEqual([0, false])
  await updateRows(db, 'refunds', { deposit_id: one.id }, { status: 'failed', finished_at: noon })
  expect(await mine()).toEqual([0, true])
  await one.set({ frozen_at: noon })
  expect(await mine()).toEqual([0, false])
})

/** The days of the rows: not in the order of the ids, and some are equal. */
const DAYS = [3, 1, 2, 2, 2, 4]
const NEWEST_FIRST = [5, 0, 4, 3, 2, 1]

test('amounts, top-ups and refunds are shown newest first, and by id when their times are equal', async () => {
  const one = await held()
  const rentals: string[] = []
  const orders: string[] = []
  const refunds: string[] = []
  for (const day of DAYS) {
    rentals.push(await one.claim({ decided_at: inDays(day) }))
    orders.push((await topUp(one.id, inDays(day))).orderId)
    const times = { requested_at: inDays(day), finished_at: inDays(5) }
    refunds.push(await one.refund(100 + day, { status: 'failed', ...times }))
  }
  const life = await depositLife(db, one.payer)
  const newestFirst = (ids: readonly string[]) => NEWEST_FIRST.map((index) => ids[index])
  expect(life.withheld.map(({ rentalId }) => rentalId)).toEqual(newestFirst(rentals))
  expect(life.topUps.map(({ orderId }) => orderId)).toEqual(newestFirst(orders))
  expect(life.refunds.map(({ id }) => id)).toEqual(newestFirst(refunds))
})

test('a failed refund that was retried is left out', async () => {
  const { payer, refund } = await held()
  const failed = await refund(5000, { status: 'failed', finished_at: noon })
  const again = await refund(5000, { retry_of: failed })
  expect((await depositLife(db, payer)).refunds.map(({ id }) => id)).toEqual([again])
})
