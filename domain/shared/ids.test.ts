import { expect, expectTypeOf, test } from 'vitest'
import type { FreshId, Id, ItemId, OrderId, PersonId, RentalId } from '#db/ids.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { asId, newId, parseId } from './ids.ts'

const { db } = await testDatabase()

test('an id from an address is parsed to lower case, and anything else is null', () => {
  const id: ItemId = newId()
  expect(parseId<ItemId>(id.toUpperCase())).toBe(id)
  for (const none of ['', 'x', `${id}x`, null, undefined, 7]) expect(parseId(none)).toBeNull()
})

test('an id read from text must be a valid id', () => {
  const id: OrderId = newId()
  expect(asId<OrderId>(id)).toBe(id)
  expect(() => asId<OrderId>(`c${'s'.repeat(50)}`)).toThrow(/^no id: cs{49}$/)
})

test('the id of one table is not assignable to that of another', async () => {
  const { id: itemId, business_id: closetId } = await make(db).item()
  expectTypeOf(itemId).toEqualTypeOf<ItemId>()
  expectTypeOf(closetId).toEqualTypeOf<PersonId>()
  expectTypeOf<ItemId>().toExtend<string>()
  expectTypeOf<string>().not.toExtend<ItemId>()
  const rentals = (id: RentalId) => db.selectFrom('rentals').select('id').where('id', '=', id)
  // @ts-expect-error An item's id is not a rental's.
  expect(await rentals(itemId).execute()).toEqual([])
  // @ts-expect-error Not in the query builder either.
  expect(await db.selectFrom('rentals').select('id').where('id', '=', itemId).execute()).toEqual([])
  // @ts-expect-error Nor is any string.
  expect(await rentals('018f2e4c-0000-7000-8000-000000000000').execute()).toEqual([])
  // @ts-expect-error The caller has to state the table.
  expect(await rentals(parseId<ItemId>(itemId) ?? itemId).execute()).toEqual([])
})

test('a new id can be used for any table', () => {
  expectTypeOf(newId()).toEqualTypeOf<FreshId>()
  expectTypeOf<FreshId>().toExtend<RentalId>()
  expectTypeOf<RentalId>().not.toExtend<FreshId>()
  expectTypeOf<Id<'rentals'>>().not.toExtend<ItemId>()
})
