import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { OrderId, RefundId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, updateRows } from '#test/postgres/rows.ts'
import { type RefundRow, refundRows } from '#test/refund-rows.ts'
import { closeCheckoutsOf, refundsNotFinal, removeContacts } from './contacts.ts'
import { recordOrder } from './orders.ts'

// Rows are inserted without the history that commands would leave.
const { db, made } = await testDatabase({ violatesInvariants: true })
const now = new Date('2026-11-20T12:00:00Z')
const daysAgo = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 + ms)
const refund = refundRows(db, now)

const [leaver, other, calm] = [await made.shopper(), await made.shopper(), await made.shopper()]

/** An order that is not paid. */
async function openOrder(payer = leaver, session: string | null = null) {
  const what = { offer: { lookupKey: 'x', quantity: 1 }, amountCents: 5000, credits: 50 }
  const place = { origin: 'https://shop.example', returnTo: '/' }
  const id = await recordOrder(db, payer, { type: 'one_time', ...what, ...place }, now)
  const values = { stripe_session_id: session }
  await db.updateTable('checkout_orders').set(values).where('id', '=', id).execute()
  return id
}

async function orderOf(id: RefundId) {
  const row = await readRow(db, 'refunds', 'order_id', id)
  return row.order_id
}

/** A refund made in the dashboard. */
const refundedElsewhere = (orderId: OrderId, at: Date) =>
  insertRows(db, 'disputes', {
    ...{ id: newId(), kind: 'refund', status: 'lost', payment_intent: `pi_${orderId}` },
    ...{ user_id: leaver.id, amount_cents: 100, opened_at: at, closed_at: at },
  })

const withContact = async () => {
  const rows = await db
    .selectFrom('checkout_orders')
    .select(['id', 'contact_email', 'contact_name'])
    .where('contact_email', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, ...contact }) => [id, contact]))
}

test('a closed account keeps a contact for refunds that are under way, have failed or may still fail', async () => {
  const paidBack = (row: RefundRow = {}) => refund({ payer: leaver, cents: 100, ...row })
  const succeeded = (finishedAt: Date) => paidBack({ status: 'succeeded', finishedAt })
  const retried = await paidBack({ status: 'failed', finishedAt: daysAgo(1) })
  const settled = await succeeded(daysAgo(1))
  const unfinished = [
    await paidBack(),
    await paidBack({ status: 'failed', finishedAt: daysAgo(200) }),
    await succeeded(daysAgo(90, 1)),
  ]
  // Nothing is left of these refunds, but some may be owed again.
  const nothingLeft = async (failedAt: Date, elsewhere: Date | null) => {
    const id = await paidBack({ status: 'failed', finishedAt: failedAt })
    await db.updateTable('refunds').set({ has_nothing_left: true }).where('id', '=', id).execute()
    if (elsewhere) await refundedElsewhere(await orderOf(id), elsewhere)
    return id
  }
  unfinished.push(await nothingLeft(daysAgo(90, 1), null))
  unfinished.push(await nothingLeft(daysAgo(200), daysAgo(90, 1)))
  const finished = [
    ...[retried, settled, await succeeded(daysAgo(90))],
    ...[await nothingLeft(daysAgo(90), null), await nothingLeft(daysAgo(200), daysAgo(90))],
  ]
  await updateRows(db, 'refunds', await succeeded(daysAgo(91)), { retry_of: retried })
  await updateRows(db, 'refunds', settled, { settled_by: (await made.admin()).id })
  const ofOther = await refund({ payer: other, cents: 7 })
  expect(await refundsNotFinal(db, leaver, now)).toBe(500)
  expect(await refundsNotFinal(db, other, now)).toBe(7)
  expect(await refundsNotFinal(db, calm, now)).toBe(0)

  const page = await openOrder(leaver, 'cs_open')
  const unknown = await openOrder()
  const expired = await openOrder(leaver, 'cs_expired')
  await updateRows(db, 'checkout_orders', expired, { status: 'expired' })
  await openOrder(other, 'cs_other')
  await inTransaction(db, (tx) => closeCheckoutsOf(tx, leaver, now))
  const { rows: jobs } = await sql`select payload, key from graphile_worker._private_jobs`.execute(
    db,
  )
  expect(jobs).toEqual([{ payload: { sessionId: 'cs_open' }, key: 'close-checkout:cs_open' }])
  const contacts = await withContact()
  const expected = [...(await Promise.all(unfinished.map(orderOf))), page, unknown]
  expect([...contacts.keys()].sort()).toEqual([...expected].sort())
  const contact = { contact_email: leaver.email, contact_name: leaver.fullName }
  expect([...contacts.values()]).toEqual(expected.map(() => contact))

  // Later, only the contacts that are still needed stay.
  const atOther = await orderOf(ofOther)
  await db
    .updateTable('checkout_orders')
    .set(contact)
    .where('id', 'in', [...(await Promise.all(finished.map(orderOf))), atOther, expired])
    .execute()
  expect(await removeContacts(db, now)).toBe(6)
  expect([...(await withContact()).keys()].sort()).toEqual([...expected, atOther].sort())
  expect(await removeContacts(db, now)).toBe(0)
})
