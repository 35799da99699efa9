import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { transferList } from './transfer-list.ts'

test('transfers are listed by when they were requested, then by id; reversed ones are a separate part', async () => {
  // Transfers without earnings.
  const { db, made } = await testDatabase({ violatesInvariants: true })
  const admin = await made.admin()
  const ids = { first: newId(), second: newId(), third: newId(), fourth: newId() }
  const day = (date: number) => new Date(Date.UTC(2026, 11, date))
  const rows = [
    { id: ids.second, requested_at: day(5), reversed_cents: 1 },
    { id: ids.third, requested_at: day(4), reversed_cents: 0 },
    { id: ids.first, requested_at: day(5), reversed_cents: 3000 },
    { id: ids.fourth, requested_at: day(3), reversed_cents: 0 },
  ]
  for (const row of rows) {
    const closet = await made.closet()
    await made.payoutAccount(closet)
    const sent = {
      status: 'made',
      stripe_transfer_id: `tr_${row.id}`,
      finished_at: day(6),
    } as const
    await insertRows(db, 'transfers', { ...row, ...sent, owner_id: closet.id, amount_cents: 3000 })
  }
  const idsOf = async (part: 'reversed' | 'transfers') => {
    const list = await transferList(db, admin, { part, q: '', after: null })
    expect(list.total).toBe(list.rows.length)
    return list.rows.map(({ id }) => id)
  }
  expect(await idsOf('transfers')).toEqual([ids.second, ids.first, ids.third, ids.fourth])
  expect(await idsOf('reversed')).toEqual([ids.second, ids.first])
})
