import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import { anonymizeProfile } from '#domain/accounts/people/people.ts'
import { newId } from '#domain/shared/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { lockItem } from './rental-locks.ts'

const { db, made } = await testDatabase()
const locked = ({ id }: { readonly id: ItemId }) => inTransaction(db, (tx) => lockItem(tx, id))

test('an item can be rented while it is approved, listed, and its lister in good standing', async () => {
  const former = await made.item({ closet: await made.shopper() })
  expect(await locked(await made.item())).toMatchObject({ rentable: true, listed: true })
  expect(await locked(await made.item({ approval_status: 'pending' }))).toMatchObject({
    ...{ rentable: false, listed: true },
  })
  expect(await locked(await made.item({ deleted_at: new Date() }))).toMatchObject({
    ...{ rentable: false, listed: false },
  })
  expect(await locked(former)).toMatchObject({ rentable: false, listed: true })
  expect(await locked({ id: newId() })).toBeNull()
})

test('the lister’s current standing counts, not the copy stored with the item', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet })
  const carry = (lister_in_good_standing: boolean) =>
    updateRows(db, 'clothing_items', item.id, { lister_in_good_standing })
  await updateRows(db, 'user_profiles', closet.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
  await carry(true)
  expect(await locked(item)).toMatchObject({ rentable: false, listed: true })
  await inTransaction(db, (tx) => anonymizeProfile(tx, closet.id, new Date()))
  await carry(true)
  expect(await locked(item)).toMatchObject({ rentable: false, listed: false })
  await carry(false)
})

test('an item has a replacement value or none', async () => {
  const valued = await made.item({ replacement_value_cents: 50_000 })
  expect(await locked(valued)).toMatchObject({ hasReplacementValue: true })
  expect(await locked(await made.item())).toMatchObject({ hasReplacementValue: false })
})
