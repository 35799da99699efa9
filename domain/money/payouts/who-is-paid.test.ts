import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { TransferId } from '#db/ids.ts'
import { anonymizeProfile } from '#domain/accounts/people/people.ts'
import { correctableCloset } from '#domain/money/payouts/earned/correctable-closet.ts'
import { paidOwnerOf } from '#domain/money/payouts/earned/paid-owner.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, updateRows } from '#test/postgres/rows.ts'

const { db, made } = await testDatabase()
const admin = await made.admin()
const blocked = { business_status: 'blocked', account_type: 'regular' } as const

test('a closet can be paid; a blocked one only while it is owed money or a transfer is pending', async () => {
  const closet = await made.closet()
  const isPaid = async (person: Parameters<typeof paidOwnerOf>[1]) =>
    (await paidOwnerOf(db, person))?.id
  expect(await isPaid(closet)).toBe(closet.id)
  expect(await isPaid(null)).toBe(undefined)
  const shopper = await made.shopper()
  await made.correction(shopper, { cents: 3000 })
  expect(await isPaid(shopper)).toBe(undefined)

  expect(await isPaid(await made.person(blocked))).toBe(undefined)
  const owed = await made.person(blocked)
  await made.correction(owed, { cents: 1 })
  expect(await isPaid(owed)).toBe(owed.id)
  const owing = await made.person(blocked)
  await made.correction(owing, { cents: -1 })
  expect(await isPaid(owing)).toBe(undefined)
  const underWay = await made.person(blocked)
  await made.correction(underWay, { cents: 2500 })
  await made.payoutAccount(underWay)
  const id: TransferId = newId()
  await insertRows(db, 'transfers', {
    id,
    owner_id: underWay.id,
    amount_cents: 2500,
    requested_at: new Date(),
  })
  await updateRows(db, 'earnings', { owner_id: underWay.id }, { transfer_id: id })
  await made.correction(underWay, { cents: -1 })
  expect(await isPaid(underWay)).toBe(underWay.id)
})

test('the earnings of closets can be corrected, and those of people who have earned something', async () => {
  const closet = await made.closet({ full_name: 'Ada Closet' })
  const earner = await made.shopper({ full_name: 'Bo Former' })
  await made.correction(earner)
  const found = (person: { id: typeof closet.id }) => correctableCloset(db, admin, person.id)
  expect(await found(closet)).toEqual({ id: closet.id, fullName: 'Ada Closet' })
  expect(await found(earner)).toEqual({ id: earner.id, fullName: 'Bo Former' })
  expect(await found(await made.shopper())).toBeNull()
  await inTransaction(db, (tx) => anonymizeProfile(tx, earner.id, new Date()))
  expect(await found(earner)).toBeNull()
})
