import { expect, test } from 'vitest'
import { createDb, sqlState } from '#db/connection.ts'
import { requestBag, requestRental } from '#domain/booking/rentals/rentals.ts'
import { report } from '#domain/care/reports/reports.ts'
import { fulfil } from '#domain/money/checkout/fulfil.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { inTurn } from '#test/in-turn.ts'
import { readRow } from '#test/postgres/rows.ts'
import { open, origin, payPageFor } from '#test/worlds/leaving-shop.ts'

test.for([
  'leaves',
  'rents',
] as const)('while somebody rents what a lister who leaves has, only one comes about: first %s', async (first) => {
  const world = await open({ withoutTimeLimits: true })
  const { db, clock, made, signedUp, leave } = world
  const today = calendarDateIn('America/New_York', clock.now())
  const lister = await signedUp()
  const approved = { account_type: 'business', business_status: 'approved' } as const
  await db.updateTable('user_profiles').set(approved).where('id', '=', lister.id).execute()
  const item = await made.item({ business_id: lister.id })
  const renter = await made.readyShopper()
  const dates = { start: addDays(today, 1), end: addDays(today, 7) }
  const request = { itemId: item.id, ...dates, requestKey: newId(), origin }
  const begin = {
    leaves: () => leave(lister),
    rents: () => requestRental(db, renter, request, clock.now(), today, 'UTC'),
  }
  const row = ['select 1 from clothing_items where id = $1 for update', item.id] as const
  const second = first === 'leaves' ? 'rents' : 'leaves'
  const [one, other] = await inTurn(world, row, [begin[first], begin[second]])
  expect(one).toMatchObject({ ok: true })
  const problem = first === 'leaves' ? { reason: 'item-not-found' } : { reason: 'rental-open' }
  expect(other).toEqual({ ok: false, problem })
  const rentals = await db.selectFrom('rentals').select('id').execute()
  expect(rentals).toHaveLength(first === 'rents' ? 1 : 0)
  const { deleted_at } = await readRow(db, 'user_profiles', 'deleted_at', lister.id)
  expect(deleted_at !== null).toBe(first === 'leaves')
})

test('a lister leaves while others want several items: both lock them in one order', async () => {
  const world = await open({ withoutTimeLimits: true })
  const { db, pool, clock, made, signedUp, leave } = world
  const deadlocks: string[] = []
  const watched = createDb(pool, {
    around: (text, query) =>
      query().catch((error: unknown) => {
        if (sqlState(error) === '40P01') deadlocks.push(text)
        throw error
      }),
  })
  const lister = await signedUp()
  const approved = { account_type: 'business', business_status: 'approved' } as const
  await db.updateTable('user_profiles').set(approved).where('id', '=', lister.id).execute()
  // In the order of their ids.
  const waited = await made.item()
  const between = await made.item()
  const own = await made.item({ business_id: lister.id })
  const today = calendarDateIn('America/New_York', clock.now())
  const dates = { start: addDays(today, 1), end: addDays(today, 7) }
  await made.entry({ item: waited, shopper: lister, ...dates })
  const pieces = [own, between, waited].map(({ id }) => ({
    ...{ itemId: id, ...dates, requestKey: newId(), origin },
  }))
  const renter = await made.readyShopper()
  const row = ['select 1 from clothing_items where id = $1 for update', between.id] as const
  const [requested, left] = await inTurn(world, row, [
    () => requestBag(watched, renter, { pieces, together: true }, clock.now(), today, 'UTC'),
    () => leave(lister, watched),
  ])
  expect(requested).toMatchObject({ ok: true })
  expect(left).toEqual({ ok: false, problem: { reason: 'rental-open' } })
  expect(deadlocks).toEqual([])
})

test.for([
  ['leaves', 'refunded'],
  ['pays', 'fulfilled'],
] as const)('a deposit that is paid while its payer leaves: who first %s, it is %s', async ([
  first,
  status,
]) => {
  const world = await open({ withoutTimeLimits: true })
  const { db, stripe, signedUp, leave } = world
  const shopper = await signedUp()
  const session = await payPageFor(world, shopper, 'deposit')
  await world.pay(session)
  const begin = { leaves: () => leave(shopper), pays: () => fulfil(db, stripe, session) }
  const wallet = ['select 1 from wallets where user_id = $1 for update', shopper.id] as const
  const second = first === 'leaves' ? 'pays' : 'leaves'
  const unlockedOrders = () =>
    db.selectFrom('checkout_orders').select('id').forNoKeyUpdate().skipLocked().execute()
  const [one, other] = await inTurn(world, wallet, [
    begin[first],
    async () => {
      // Both lock the order before the wallet: in another order they would deadlock.
      expect(await unlockedOrders()).toEqual([])
      return await begin[second]()
    },
  ])
  const [left, paid] = first === 'leaves' ? [one, other] : [other, one]
  expect(paid).toMatchObject({ value: { status } })
  expect(left).toEqual(
    first === 'leaves'
      ? { ok: true, value: null }
      : { ok: false, problem: { reason: 'deposit-open' } },
  )
})

test.for([
  'leaves',
  'reports',
] as const)('a report about somebody who leaves does not keep their name: first %s', async (first) => {
  const world = await open({ withoutTimeLimits: true })
  const { db, clock, made, signedUp, leave } = world
  const closet = await signedUp()
  const approved = { account_type: 'business', business_status: 'approved' } as const
  await db.updateTable('user_profiles').set(approved).where('id', '=', closet.id).execute()
  const reporter = await made.shopper()
  const about = { noun: 'person', id: closet.id, reason: 'fraud', words: 'Sent nothing.' } as const
  const begin = {
    leaves: () => leave(closet),
    reports: () => report(db, reporter, { ...about, origin }, clock.now()),
  }
  // The lock on which each command waits after it has read the account.
  const signIn = ['select 1 from auth_accounts where user_id = $1 for update', closet.id] as const
  const row = ['select 1 from user_profiles where id = $1 for update', reporter.id] as const
  const [one, other] =
    first === 'leaves'
      ? await inTurn(world, signIn, [begin.leaves, begin.reports])
      : await inTurn(world, row, [begin.reports, begin.leaves])
  expect(one).toMatchObject({ ok: true })
  expect(other).toMatchObject(
    first === 'leaves' ? { problem: { reason: 'nothing-to-report' } } : { ok: true },
  )
  const shown = await db.selectFrom('reports').select('shown').execute()
  expect(shown).toEqual(first === 'leaves' ? [] : [{ shown: expect.not.stringContaining('Ada') }])
})
