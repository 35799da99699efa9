import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { depositRows, inDays, noon } from '#test/deposit-rows.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { returnWithheld } from './deposits.ts'

// Rows are inserted without the history that commands would leave.
const { db } = await testDatabase({ violatesInvariants: true })
const { held } = depositRows(db)
type Held = Awaited<ReturnType<typeof held>>

/** Returns cents of a withheld amount one day later. */
async function returned(one: Held, withheldCents: number, cents: number) {
  const rentalId = await one.claim({ released_at: noon, final_at: noon }, withheldCents)
  return await inTransaction(db, (tx) => returnWithheld(tx, rentalId, cents, inDays(1)))
}

test('a reopened deposit covers no rental, and keeps the time of its first refund request', async () => {
  const [closed, requested] = [await held(), await held()]
  await closed.set({ kept_cents: 5000, closed_at: noon })
  await requested.set({ kept_cents: 2000, refund_requested_at: noon })
  expect(await returned(closed, 5000, 500)).toEqual({ ok: true, value: { refundCents: 500 } })
  expect(await returned(requested, 2000, 500)).toEqual({ ok: true, value: { refundCents: 500 } })
  expect(await closed.now()).toMatchObject({ closed_at: null, refund_requested_at: inDays(1) })
  expect(await requested.now()).toMatchObject({ closed_at: null, refund_requested_at: noon })
})

test('a returned amount that only covers a loss needs no refund, and one cent more does', async () => {
  const [whole, partly] = [await held(), await held()]
  for (const [one, lossCents] of [
    [whole, 500],
    [partly, 499],
  ] as const) {
    await one.set({ kept_cents: 5000, closed_at: noon })
    await one.loses(lossCents)
  }
  expect(await returned(whole, 5000, 500)).toEqual({ ok: true, value: { refundCents: 0 } })
  expect(await returned(partly, 5000, 500)).toEqual({ ok: true, value: { refundCents: 1 } })
  expect(await whole.now()).toMatchObject({ lost_cents: 500, closed_at: inDays(1) })
  expect(await whole.refunds()).toEqual([])
  expect(await partly.now()).toMatchObject({ lost_cents: 499, closed_at: null })
})
