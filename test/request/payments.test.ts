import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testSite } from '#test/app.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'

// Packs without the history of their credits; their invariants are checked elsewhere.
const database = await testDatabase({ violatesInvariants: true })
const site = await testSite({ database })
const { make, db, clock } = site
const as = { as: await make.admin() }
const payer = await make.shopper({ full_name: 'Nia Needle' })
await make.deposit(payer)

const DAY_MS = 86_400_000
/** Beside the search of all admin pages. */
const LIST_SEARCH = 'main form[action^="/admin/payments"]'

/** Packs of 50 credits that nobody has spent, one a day, the newest first. */
async function packs(count: number) {
  const bought = Array.from({ length: count }, (_, days) => {
    const at = new Date(clock.now().getTime() - (days + 1) * DAY_MS)
    const id = newId()
    return { id, payment: `pi_${id}`, at }
  })
  await insertRows(
    db,
    'checkout_orders',
    bought.map(({ id, payment, at }) => ({
      ...{ id, user_id: payer.id, product_type: 'one_time' as const, amount_cents: 5000 },
      ...{ credits: 50, status: 'fulfilled' as const, payment_intent: payment },
      ...{ payment_method: 'visa', card_last4: '4242' },
      ...{ created_at: at, paid_at: at, fulfilled_at: at },
    })),
  )
  return bought
}

test('a payment is found by amount and last four digits, and refunded on its payer’s page', async () => {
  const bought = await packs(30)
  const oldest = bought.at(-1)
  const [lot, operation] = [newId(), newId()]
  await insertRows(db, 'credit_lots', {
    ...{ id: lot, user_id: payer.id, source: 'one_time', source_key: 'pack' },
    ...{ granted_at: clock.now(), expires_at: new Date(clock.now().getTime() + 90 * DAY_MS) },
    ...{ payment_intent: oldest?.payment ?? '', payment_cents: 5000, payment_credits: 50 },
  })
  await insertRows(db, 'credit_transactions', {
    ...{ id: operation, user_id: payer.id, kind: 'purchase' as const, amount: 50 },
    ...{ idempotency_key: 'pack', effective_at: clock.now() },
  })
  await insertRows(db, 'credit_movements', {
    ...{ transaction_id: operation, lot_id: lot, amount: 50 },
    ...{ from_side: 'mint' as const, to_side: 'available' as const },
  })
  const all = await site.get('/admin/payments', as)
  expect(all.$$('main li h2')).toHaveLength(24)
  const search = await site.submit(all, LIST_SEARCH, { q: '$50 4242' }, as)
  expect(search.$$('main li h2')).toHaveLength(24)
  const next = search.$('main a[rel=next]').getAttribute('href') ?? ''
  const last = await site.get(next, as)
  expect(last.$$('main li h2')).toHaveLength(6)
  expect(last.text('main')).toContain('Nia Needle')
  expect(last.text('main')).toContain('Visa ending in 4242')
  // The page of a person lists ten payments: this one is older.
  const refund = last.$('main a[href*="ask=refund"]').getAttribute('href') ?? ''
  const person = await site.get(refund, as)
  expect(person.text('dialog[open] h2')).toBe('Refund up to $50.00 to Nia Needle?')
})

test('a search without results says so, and keeps its words', async () => {
  const page = await site.get('/admin/payments?q=%2450+0000', as)
  expect(page.text('main')).toContain('No payments match “$50 0000”')
  expect(page.$(`${LIST_SEARCH} [name=q]`).getAttribute('value')).toBe('$50 0000')
  const problems = await site.get('/admin/money?q=nobody', as)
  expect(problems.$('main a[href="/admin/payments?q=nobody"]').textContent).toBe(
    'Search all payments',
  )
})
