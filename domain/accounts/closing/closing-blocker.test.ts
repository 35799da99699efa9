import { expect, test } from 'vitest'
import { requestRefund } from '#domain/money/deposits/deposits.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'
import { closingBlocker } from './close-account.ts'

// Rows are inserted without the history that commands would leave.
const { db, made } = await testDatabase({ violatesInvariants: true })
const now = new Date('2026-11-20T12:00:00Z')

const reasonFor = async (person: Person) => (await closingBlocker(db, person))?.reason ?? null

/** A rental that is over, whose renter no longer has a deposit. */
async function ended() {
  const [closet, renter] = [await made.closet(), await made.shopper()]
  const item = await made.item({ closet, creditsPerDay: 0 })
  const { id, deposit_id } = await made.rental({
    item,
    renter,
    status: 'completed',
    createdAt: now,
  })
  if (!deposit_id) return expect.unreachable()
  await updateRows(db, 'deposits', deposit_id, { closed_at: now, refunded_cents: 5000 })
  const both = async () => [await reasonFor(renter), await reasonFor(closet)]
  expect(await both()).toEqual([null, null])
  return { id, depositId: deposit_id, both }
}

test('neither side can close their account while a return request is undecided', async () => {
  const { id, both } = await ended()
  await insertRows(db, 'return_requests', {
    rental_id: id,
    reason: 'does_not_fit',
    asked_at: now,
    answer_due_at: now,
  })
  expect(await both()).toEqual(Array(2).fill('return-request-open'))
  await (await ended()).both()
  const withdrawn = { status: 'withdrawn', decided_at: now } as const
  await db.updateTable('return_requests').set(withdrawn).where('rental_id', '=', id).execute()
  expect(await both()).toEqual([null, null])
})

test('until a withheld amount is final, its closet cannot close its account, nor a renter who appealed', async () => {
  const { id, depositId, both } = await ended()
  await insertRows(db, 'deposit_claims', {
    rental_id: id,
    deposit_id: depositId,
    kept_cents: 500,
    decided_at: now,
  })
  expect(await both()).toEqual([null, 'appeal-open'])
  await (await ended()).both()
  await insertRows(db, 'deposit_appeals', {
    rental_id: id,
    words: 'It was torn before.',
    filed_at: now,
    answer_due_at: now,
  })
  expect(await both()).toEqual(['appeal-open', 'appeal-open'])
  await updateRows(db, 'deposit_claims', { rental_id: id }, { final_at: now })
  expect(await both()).toEqual([null, null])
})

test('a closet cannot close its account during a payout, or while it is owed a single cent', async () => {
  const [paid, owed] = [await made.closet(), await made.closet()]
  await made.payoutAccount(paid)
  await made.correction(owed, { cents: 1, at: now })
  await insertRows(db, 'transfers', {
    id: newId(),
    owner_id: paid.id,
    amount_cents: 2500,
    requested_at: now,
  })
  expect([await reasonFor(paid), await reasonFor(owed)]).toEqual([
    'payout-under-way',
    'earnings-owed',
  ])
  await db.deleteFrom('transfers').execute()
  expect(await reasonFor(paid)).toBeNull()
})

test('a shopper cannot close their account until the deposit is refunded, even after a failed refund', async () => {
  const [person, other] = [await made.shopper(), await made.shopper()]
  const admin = await made.admin()
  await made.deposit(person, { paidAt: now })
  expect(await reasonFor(person)).toBe('deposit-open')
  expect([await reasonFor(other), await reasonFor(admin)]).toEqual([null, 'is-admin'])
  await requestRefund(db, person, now)
  expect(await reasonFor(person)).toBe('refund-under-way')
  await db.updateTable('refunds').set({ status: 'failed', finished_at: now }).execute()
  expect(await reasonFor(person)).toBe('refund-failed')
  await updateRows(db, 'deposits', { user_id: person.id }, { closed_at: now, refunded_cents: 5000 })
  expect(await reasonFor(person)).toBeNull()
})
