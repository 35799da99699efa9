import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelRental, requestRental } from '#domain/booking/rentals/rentals.ts'
import { joinWaitlist } from '#domain/booking/waitlist/join-waitlist.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { readRows, updateRows } from '#test/postgres/rows.ts'
import { block, isBlocked, unblock } from './blocks.ts'

const { db, made } = await testDatabase()
const closet = { account_type: 'business', business_status: 'approved' } as const
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('UTC', now)

async function rent(shopper: Shopper, item: Awaited<ReturnType<typeof made.item>>) {
  const input = {
    itemId: item.id,
    start: addDays(today, 3),
    end: addDays(today, 9),
    requestKey: newId(),
    origin: 'https://shop.example',
  }
  const outcome = await requestRental(db, shopper, input, now, today, 'UTC')
  return outcome.ok ? 'rented' : outcome.problem.reason
}

test('a block counts in both directions until it is removed, and affects nobody else', async () => {
  const [one, other, stranger] = [
    await made.shopper(closet),
    await made.shopper(closet),
    await made.shopper(closet),
  ]
  expect(await isBlocked(db, one.id, other.id)).toBe(false)
  await block(db, one, other.id, now)
  expect(await isBlocked(db, one.id, other.id)).toBe(true)
  expect(await isBlocked(db, other.id, one.id)).toBe(true)
  expect(await isBlocked(db, one.id, stranger.id)).toBe(false)
  await unblock(db, other, one.id)
  expect(await isBlocked(db, one.id, other.id)).toBe(true)
  await unblock(db, one, other.id)
  expect(await isBlocked(db, one.id, other.id)).toBe(false)
})

test('nobody can block themselves, an admin or a stranger', async () => {
  const shopper = await made.shopper()
  const reason = async (id: Parameters<typeof block>[2]) => {
    const outcome = await block(db, shopper, id, now)
    return outcome.ok ? 'blocked' : outcome.problem.reason
  }
  expect(await reason(shopper.id)).toBe('own-account')
  const admin = await made.admin()
  await made.item({ closet: admin })
  expect(await reason(admin.id)).toBe('is-admin')
  expect(await reason((await made.shopper()).id)).toBe('person-not-found')
  expect(await reason(newId())).toBe('person-not-found')
})

test('becoming an admin ends the blocks of an account in both directions, and no others', async () => {
  const [promoted, blocked, blocker] = [
    await made.shopper(closet),
    await made.shopper(closet),
    await made.shopper(closet),
  ]
  await block(db, promoted, blocked.id, now)
  await block(db, blocker, promoted.id, now)
  await block(db, blocker, blocked.id, now)
  await updateRows(db, 'user_profiles', promoted.id, { account_type: 'admin' })
  expect(await isBlocked(db, promoted.id, blocked.id)).toBe(false)
  expect(await isBlocked(db, blocker.id, promoted.id)).toBe(false)
  expect(await isBlocked(db, blocker.id, blocked.id)).toBe(true)
  // The session was read before the promotion.
  expect(await block(db, promoted, blocked.id, now)).toEqual({
    ok: false,
    problem: { reason: 'is-admin' },
  })
})

test('blocking somebody twice makes one block, and at most 500 people can be blocked', async () => {
  const [person, other] = [await made.shopper(), await made.closet()]
  await block(db, person, other.id, now)
  expect(await block(db, person, other.id, now)).toMatchObject({ ok: true })
  await sql`with others as (
      insert into user_profiles (id, full_name, email)
      select gen_random_uuid(), 'Other', n || '@many.test' from generate_series(1, 499) n returning id)
    insert into blocks select ${person.id}, id, ${now} from others`.execute(db)
  expect(await block(db, person, (await made.closet()).id, now)).toMatchObject({
    problem: { reason: 'too-many-blocked', max: 500 },
  })
})

test('a closet that blocked a shopper, or was blocked by them, does not rent to them', async () => {
  const shopper = await made.readyShopper({ credits: 200 })
  const [strict, avoided] = [await made.shopper(closet), await made.shopper(closet)]
  await made.block(strict, shopper)
  await block(db, shopper, avoided.id, now)
  const [first, second] = [
    await made.item({ closet: strict }),
    await made.item({ closet: avoided }),
  ]
  expect(await rent(shopper, first)).toBe('not-available')
  expect(await rent(shopper, second)).toBe('not-available')
  expect(await rent(await made.readyShopper({ credits: 200 }), first)).toBe('rented')
  await unblock(db, strict, shopper.id)
  await unblock(db, shopper, avoided.id)
  expect(await rent(shopper, second)).toBe('rented')
})

test('a blocked shopper cannot join the waitlist, and gets no offer for an earlier entry', async () => {
  const owner = await made.shopper(closet)
  const item = await made.item({ closet: owner })
  const [early, late] = [await made.readyShopper(), await made.readyShopper()]
  const dates = { start: addDays(today, 3), end: addDays(today, 9) }
  const rental = await made.rental({ item, ...dates })
  const join = (shopper: Shopper) =>
    joinWaitlist(db, shopper, { itemId: item.id, ...dates, timeZone: 'UTC' }, now, today)
  expect(await join(early)).toMatchObject({ ok: true })
  await made.block(owner, early)
  await made.block(owner, late)
  expect(await join(late)).toMatchObject({ problem: { reason: 'not-available' } })
  const origin = 'https://shop.example'
  await cancelRental(db, owner, { rentalId: rental.id, origin }, now)
  const line = await readRows(db, 'waitlist_entries', 'status', { item_id: item.id })
  expect(line).toEqual([{ status: 'passed' }])
})
