import { expect, test } from 'vitest'
import { disputesPage } from '#domain/disputes/dispute-queries.ts'
import { newId } from '#domain/shared/ids.ts'
import { PAGE_SIZE, type Page } from '#domain/shared/page.ts'
import { testDatabase } from '#test/database.ts'
import { make } from '#test/make.ts'
import { failedEvents } from './failed-events.ts'
import { unresolvedRefunds } from './manual-refunds.ts'

// Rows without the history that they would have.
const { db } = await testDatabase({ violatesInvariants: true })
const made = make(db)
const admin = await made.admin()
const at = new Date('2026-11-20T12:00:00Z')
const secondsLater = (seconds: number) => new Date(at.getTime() + seconds * 1000)

/** Two of one instant are on both sides of the end of the first page. */
const COUNT = PAGE_SIZE + 2
const instants = Array.from({ length: COUNT }, (_, n) => secondsLater(n === 2 ? 1 : n))

/** The ids of a list, which has to have two pages. */
async function idsOf(list: (after: string | null) => Promise<Page<{ readonly id: string }>>) {
  const first = await list(null)
  const second = await list(first.next)
  expect(first.rows).toHaveLength(PAGE_SIZE)
  expect(second.next).toBeNull()
  return [...first.rows, ...second.rows].map(({ id }) => id)
}

test('failed payment events are listed newest first, and found by id and type', async () => {
  const rows = instants.map((given_up_at, n) => ({
    ...{ id: `evt_${String(n).padStart(2, '0')}`, type: n === 3 ? 'charge.refunded' : 'other' },
    ...{
      payload: '{}',
      received_at: at,
      last_error: 'no order',
      done_at: given_up_at,
      given_up_at,
    },
  }))
  const handled = { id: 'evt_handled', given_up_at: null }
  await db
    .insertInto('stripe_events')
    .values([...rows, { ...handled, type: 'other', payload: '{}', received_at: at }])
    .execute()
  const ids = rows.map(({ id }) => id).toReversed()
  expect(await idsOf((after) => failedEvents(db, admin, after))).toEqual(ids)
  const found = async (q: string) => (await failedEvents(db, admin, null, q)).rows
  expect(await found('03 charge')).toEqual([
    {
      ...{ id: 'evt_03', type: 'charge.refunded', lastError: 'no order' },
      ...{ receivedAt: at, failedAt: secondsLater(3) },
    },
  ])
  expect(await found('handled')).toEqual([])
})

test('failed refunds are listed newest first without those retried, and found by who paid', async () => {
  const payer = await made.shopper({ full_name: 'Ida Brandt' })
  const gone = await made.shopper({ deleted_at: at })
  const refund = async (
    requested_at: Date,
    status: 'failed' | 'pending' | 'succeeded',
    of = payer,
  ) => {
    const [id, order_id] = [newId(), newId()]
    const left = { contact_name: 'Mia Gone', contact_email: 'mia@hemline.test' }
    await db
      .insertInto('checkout_orders')
      .values({
        ...{
          id: order_id,
          user_id: of.id,
          product_type: 'deposit',
          amount_cents: 5000,
          credits: 0,
        },
        ...{ status: 'refunded', created_at: at, paid_at: at, ...(of === gone && left) },
      })
      .execute()
    const finished_at = status === 'pending' ? null : secondsLater(100)
    await db
      .insertInto('refunds')
      .values({
        ...{ id, order_id, amount_cents: 5000, reason: 'duplicate_payment', status },
        ...{ requested_at, finished_at, failure: status === 'failed' ? 'declined' : null },
      })
      .execute()
    return id
  }
  const ids: string[] = []
  for (const [n, instant] of instants.entries())
    ids.unshift(await refund(instant, 'failed', n === 5 ? gone : payer))
  await refund(at, 'pending')
  await refund(at, 'succeeded')
  const retried = await refund(at, 'failed')
  const again = await refund(at, 'pending')
  await db.updateTable('refunds').set({ retry_of: retried }).where('id', '=', again).execute()
  expect(await idsOf((after) => unresolvedRefunds(db, admin, after))).toEqual(ids)
  const found = async (q: string) => (await unresolvedRefunds(db, admin, null, q)).rows
  expect(await found('mia gone mia@')).toEqual([
    {
      ...{ id: ids.at(-6), cents: 5000, failedCents: 5000, reason: 'duplicate_payment' },
      person: { id: gone.id, fullName: 'Mia Gone (account deleted)', email: 'mia@hemline.test' },
      ...{ failure: 'declined', requestedAt: secondsLater(5), failedAt: secondsLater(100) },
    },
  ])
  expect(await found(`brandt ${payer.email}`)).toHaveLength(PAGE_SIZE)
  expect(await found('brandt mia')).toEqual([])
})

test('disputes are listed newest first, all or the open ones, and found by who paid', async () => {
  const payer = await made.shopper({ full_name: 'Ida Brandt' })
  const rows = instants.map((opened_at, n) => ({
    ...{ id: `dp_${String(n).padStart(2, '0')}`, payment_intent: `pi_${n}`, opened_at },
    ...{ user_id: n === 4 ? null : payer.id, amount_cents: 5000, loss_cents: n === 4 ? 70 : 0 },
    ...{ status: n === 3 ? ('open' as const) : ('lost' as const), loss_credits: n === 4 ? 7 : 0 },
    closed_at: n === 3 ? null : secondsLater(100),
  }))
  await db.insertInto('disputes').values(rows).execute()
  const ids = rows.map(({ id }) => id).toReversed()
  expect(await idsOf((after) => disputesPage(db, admin, after))).toEqual(ids)
  const { rows: open } = await disputesPage(db, admin, null, { openOnly: true })
  expect(open).toMatchObject([{ id: 'dp_03', closedAt: null, lossCents: 0 }])
  const { rows: second } = await disputesPage(db, admin, null, { q: 'ida brandt PERSON-' })
  expect(second).toHaveLength(PAGE_SIZE)
  expect((await disputesPage(db, admin, null, { q: 'nobody' })).rows).toEqual([])
  const { rows: all } = await disputesPage(db, admin, null)
  expect(all.find(({ id }) => id === 'dp_04')).toMatchObject({
    ...{ person: null, lossCents: 70, lossCredits: 7, closedAt: secondsLater(100) },
  })
})
