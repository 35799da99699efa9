import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { TransferId } from '#db/ids.ts'
import { earnRental, recordEarning, takeBackRental } from '#domain/money/payouts/payouts.ts'
import { newId } from '#domain/shared/ids.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRows, updateRows } from '#test/postgres/rows.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')

async function correction(cents = 1200) {
  const closet = await made.closet()
  const admin = await made.admin()
  const key = `correction:${newId()}`
  const earning = { ownerId: closet.id, kind: 'correction', rentalId: null, cents, key } as const
  const record = () =>
    inTransaction(db, (tx) =>
      recordEarning(
        tx,
        { ...earning, payableAt: now, note: 'Dry cleaning', madeBy: admin.id },
        now,
      ),
    )
  const rows = () =>
    db.selectFrom('earnings').selectAll().where('owner_id', '=', closet.id).execute()
  return { closet, record, rows }
}

test('an earning is recorded once per key, and not for 0 cents', async () => {
  const { record, rows } = await correction()
  expect([await record(), await record()]).toEqual([true, false])
  expect(await rows()).toMatchObject([
    { amount_cents: 1200, transfer_id: null, note: 'Dry cleaning' },
  ])
  const nothing = await correction(0)
  expect(await nothing.record()).toBe(false)
  expect(await nothing.rows()).toEqual([])
})

test('only the transfer of an earning can change, and only to a transfer to its owner', async () => {
  const { closet, record, rows } = await correction(2500)
  await record()
  const other = await made.closet()
  for (const { id } of [closet, other])
    await insertRows(db, 'payout_accounts', {
      owner_id: id,
      stripe_account_id: `acct_${id}`,
      created_at: now,
      updated_at: now,
    })
  const transferId: TransferId = newId()
  const sent = { id: transferId, amount_cents: 2500, requested_at: now }
  const pays = (ownerId: typeof closet.id) =>
    db.transaction().execute(async (tx) => {
      await insertRows(tx, 'transfers', { ...sent, owner_id: ownerId })
      await updateRows(tx, 'earnings', { owner_id: closet.id }, { transfer_id: sent.id })
    })
  await expect(pays(other.id)).rejects.toThrow('earning_is_paid_to_its_owner')
  await pays(closet.id)
  expect(await rows()).toMatchObject([{ transfer_id: sent.id }])
  const rewrite = sql`update earnings set amount_cents = 9999 where owner_id = ${closet.id}`
  await expect(rewrite.execute(db)).rejects.toThrow('only the transfer changes')
  const remove = sql`delete from earnings where owner_id = ${closet.id}`
  await expect(remove.execute(db)).rejects.toThrow('append-only')
})

test('takes back nothing for a rental that earned nothing', async () => {
  const { id } = await made.rental({ item: await made.item() })
  await inTransaction(db, async (tx) => {
    await takeBackRental(tx, id, now)
  })
  const rows = await db.selectFrom('earnings').where('rental_id', '=', id).selectAll().execute()
  expect(rows).toEqual([])
})

test('restored credits are not earned, and taking back a rental keeps the earning for damage', async () => {
  const own = await testDatabase({ violatesInvariants: true })
  const things = make(own.db)
  const closet = await things.closet()
  const { id } = await things.rental({ item: await things.item({ closet }) })
  const rental = { id, owner_id: closet.id, total_credits: 14, cents_per_credit: 45 }
  const damage = { ownerId: closet.id, kind: 'damage', rentalId: id, cents: 500 } as const
  // As return requests used to do after completion.
  const back = { ownerId: closet.id, kind: 'taken_back', rentalId: id, cents: -135 } as const
  await inTransaction(own.db, async (tx) => {
    await earnRental(tx, rental, { creditsBack: 4, reviewedAt: now }, now)
    await recordEarning(tx, { ...back, key: `return-request:${id}`, payableAt: now }, now)
    await recordEarning(tx, { ...damage, key: `damage:${id}`, payableAt: now }, now)
    await takeBackRental(tx, id, now)
  })
  const rows = await readRows(own.db, 'earnings', ['kind', 'amount_cents'], {}, 'id')
  expect(rows.map((row) => [row.kind, row.amount_cents])).toEqual([
    ['rental', 450],
    ['taken_back', -135],
    ['damage', 500],
    ['taken_back', -315],
  ])
})

test('a rate is announced 30 days ahead, and never changed', async () => {
  const { id: setBy } = await made.admin()
  const rate = { id: newId(), cents_per_credit: 50, announced_at: now, set_by: setBy }
  const tooSoon = new Date(now.getTime() + 29 * 86_400_000)
  await expect(insertRows(db, 'payout_rates', { ...rate, from_at: tooSoon })).rejects.toThrow(
    'rate_is_announced_30_days_ahead',
  )
  await expect(sql`update payout_rates set cents_per_credit = 60`.execute(db)).rejects.toThrow(
    'append-only',
  )
})
