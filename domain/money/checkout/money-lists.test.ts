import { expect, test } from 'vitest'
import { unresolvedRefunds } from '#domain/money/checkout/refunding/manual-refunds.ts'
import { disputesPage } from '#domain/money/disputes/dispute-queries.ts'
import { failedEvents } from '#domain/money/events/failed-events.ts'
import { PAGE_SIZE, type Page } from '#domain/shared/lists/page.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { refundRows } from '#test/refund-rows.ts'

// Rows are inserted without the history that commands would leave.
const { db, made } = await testDatabase({ violatesInvariants: true })
const admin = await made.admin()
const at = new Date('2026-11-20T12:00:00Z')
const secondsLater = (seconds: number) => new Date(at.getTime() + seconds * 1000)

/** The newest have the smallest ids. Two with the same time lie on both sides of the page break. */
const COUNT = PAGE_SIZE + 2
const instants = Array.from({ length: COUNT }, (_, n) =>
  secondsLater(COUNT - (n === PAGE_SIZE ? n - 1 : n)),
)
/** Of the two with the same time, the one with the greater id comes first. */
const newestFirst = <Row>(rows: readonly Row[]): Row[] => [
  ...rows.slice(0, PAGE_SIZE - 1),
  ...rows.slice(PAGE_SIZE - 1, PAGE_SIZE + 1).toReversed(),
  ...rows.slice(PAGE_SIZE + 1),
]

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
  await insertRows(db, 'stripe_events', [
    ...rows,
    { ...handled, type: 'other', payload: '{}', received_at: at },
  ])
  const ids = newestFirst(rows.map(({ id }) => id))
  expect(await idsOf((after) => failedEvents(db, admin, after))).toEqual(ids)
  const found = async (q: string) => (await failedEvents(db, admin, null, q)).rows
  expect(await found('03 charge')).toEqual([
    {
      ...{ id: 'evt_03', type: 'charge.refunded', lastError: 'no order' },
      ...{ receivedAt: at, failedAt: instants[3] },
    },
  ])
  expect(await found('handled')).toEqual([])
})

test('failed refunds are listed newest first without those retried, and found by who paid', async () => {
  const payer = await made.shopper({ full_name: 'Ida Brandt' })
  const gone = await made.shopper({ deleted_at: at })
  const left = { contact_name: 'Mia Gone', contact_email: 'mia@hemline.test' }
  const finishedAt = secondsLater(100)
  const row = refundRows(db, at)
  const refund = (requestedAt: Date, status: 'failed' | 'pending' | 'succeeded', rest = {}) =>
    row({ payer, status, requestedAt, finishedAt, cents: 5000, failure: 'declined', ...rest })
  const failed: string[] = []
  for (const [n, instant] of instants.entries()) {
    const special = n === 5 ? { payer: gone, contact: left } : n === 6 && { cents: 1 }
    failed.push(await refund(instant, 'failed', special || {}))
  }
  const ids = newestFirst(failed)
  await refund(at, 'pending')
  await refund(at, 'succeeded')
  await refund(at, 'pending', { retryOf: await refund(at, 'failed') })
  expect(await idsOf((after) => unresolvedRefunds(db, admin, after))).toEqual(ids)
  const found = async (q: string) => (await unresolvedRefunds(db, admin, null, q)).rows
  expect(await found('mia gone mia@')).toEqual([
    {
      ...{ id: ids[5], cents: 5000, failedCents: 5000, reason: 'duplicate_payment' },
      person: { id: gone.id, fullName: 'Mia Gone (account deleted)', email: 'mia@hemline.test' },
      ...{ failure: 'declined', requestedAt: instants[5], failedAt: secondsLater(100) },
    },
  ])
  const { rows: all } = await unresolvedRefunds(db, admin)
  expect(all[6]).toMatchObject({
    person: { id: payer.id, fullName: 'Ida Brandt', email: payer.email },
    ...{ cents: 1, failedCents: 1 },
  })
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
  const ids = newestFirst(rows.map(({ id }) => id))
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
