import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AccountType } from '#db/enums.ts'
import type { ItemId } from '#db/ids.ts'
import { changeProfile } from '#domain/accounts/people/profiles.ts'
import { cancelRental } from '#domain/booking/rentals/rentals.ts'
import { offerDueDays } from '#domain/booking/waitlist/due-entries.ts'
import { findAskable } from '#domain/care/messages/ask-about-item.ts'
import { like } from '#domain/catalogue/likes/likes.ts'
import type { Person, Shopper } from '#domain/shared/actors.ts'
import { inTurn } from '#test/in-turn.ts'
import { addManyItems, allItems, itemStates, nextItems } from '#test/make/many-items.ts'
import { integrityViolations, testDatabase } from '#test/postgres/database.ts'
import { queuedJobs } from '#test/postgres/queued-jobs.ts'
import { readRow } from '#test/postgres/rows.ts'
import { choicesFor } from '#test/replacements.ts'
import { now, origin, today, waitlistWorld } from '#test/worlds/waitlist-world.ts'
import { changeAccountType } from './change-account-type.ts'
import { changeItems, continueChanges } from './change-items.ts'

// When the account of a lister with many items changes, the items are updated in batches.

const database = await testDatabase()
const { db, pool } = database
const { made, statusOf, rentedItem, rent, problemOf } = waitlistWorld(db)

const jobs = () => queuedJobs(pool, 'change-items')
const forgetJobs = () =>
  sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(db)
const age = (interval: string) =>
  sql`update lister_changes set created_at = now() - ${interval}::interval`.execute(db)
const openChanges = () => db.selectFrom('lister_changes').selectAll().execute()

async function change(person: Person, to: AccountType, by?: Person) {
  const admin = by ?? (await made.admin())
  const { account_type: from } = await readRow(db, 'user_profiles', 'account_type', person.id)
  const outcome = await changeAccountType(
    db,
    admin as never,
    { personId: person.id, from, to, origin },
    now,
  )
  expect(outcome).toEqual({ ok: true, value: null })
}

async function closetWithTwoItems() {
  const closet = await made.closet()
  const items = [await made.item({ closet }), await made.item({ closet })] as const
  await addManyItems(database, closet)
  return { closet, items }
}

/** Whether a shopper can rent, wait for, like and ask about an item. */
async function answers(shopper: Shopper, itemId: ItemId) {
  const rented = await rent(shopper, itemId)
  return [
    rented.ok || rented.problem.reason,
    // Somebody else: nobody waits for days they have rented themselves.
    await problemOf(await made.shopper(), itemId),
    (await like(db, shopper, itemId, now)).ok,
    (await findAskable(db, shopper, itemId)) !== null,
  ]
}

test('a change of an account with 1,000 items updates them at once, without a job', async () => {
  const closet = await made.closet()
  const item = await made.item({ closet })
  await addManyItems(database, closet, 999)
  await change(closet, 'regular')
  expect(await itemStates(db, item)).toMatchObject([{ is_public: false }])
  expect([await openChanges(), await jobs()]).toEqual([[], []])
})

test('with more than 1,000 items, a job updates them in batches after the account', async () => {
  const { closet, items } = await closetWithTwoItems()
  const versions = async () => {
    const { rows } = await sql`select md5(string_agg(xmin::text, ',' order by id)) as all_of_them
      from clothing_items where business_id = ${closet.id}`.execute(db)
    return rows
  }
  const before = await versions()
  await change(closet, 'regular')
  expect(await versions()).toEqual(before)
  expect(await jobs()).toEqual([{ listerId: closet.id }])
  await forgetJobs()
  await nextItems(db, closet, 1, now)
  expect(await jobs()).toEqual([{ listerId: closet.id }])
  expect(await itemStates(db, ...items)).toMatchObject([{ is_public: false }, { is_public: true }])
  expect(await integrityViolations(db)).toEqual([])
  await nextItems(db, closet, 1, now)
  expect(await itemStates(db, ...items)).toMatchObject([{ is_public: false }, { is_public: false }])
  expect(await openChanges()).toHaveLength(1)
  await forgetJobs()
  await allItems(db, closet, now)
  expect([await openChanges(), await jobs()]).toEqual([[], []])
  // Running the job again changes nothing.
  await allItems(db, closet, now)
  expect(await itemStates(db, ...items)).toMatchObject([{ deleted_at: null }, { deleted_at: null }])
})

test('items of a blocked lister cannot be used even before the job has updated them', async () => {
  const { closet, items } = await closetWithTwoItems()
  const shopper = await made.readyShopper()
  const [item] = items
  await change(closet, 'regular')
  expect(await itemStates(db, item)).toMatchObject([{ is_public: true }])
  expect(await answers(shopper, item.id)).toEqual([
    'item-not-found',
    'item-not-found',
    false,
    false,
  ])
  await change(closet, 'business')
  expect(await answers(shopper, item.id)).toEqual([true, 'joined', true, true])
  await allItems(db, closet, now)
})

test('items of a blocked lister are not offered as a swap for a late item', async () => {
  const { closet, items } = await closetWithTwoItems()
  const shopper = await made.shopper()
  const late = await made.item()
  const rental = await made.rental({ item: late, renter: shopper, createdAt: now })
  await cancelRental(db, await made.admin(), { rentalId: rental.id, origin }, now)
  const offered = async () => {
    const choices = await choicesFor(db, shopper, rental.id, now, today)
    return choices.filter(({ id }) => items.some((item) => item.id === id)).length
  }
  expect(await offered()).toBe(2)
  await change(closet, 'regular')
  expect(await offered()).toBe(0)
  await allItems(db, closet, now)
})

test('days of a blocked lister are not offered until it is a closet again', async () => {
  const { closet, item, cancel } = await rentedItem()
  await addManyItems(database, closet)
  const entry = await made.entry({ item, start: '2026-12-05', end: '2026-12-06' })
  await change(closet, 'regular')
  await cancel()
  expect(await statusOf(entry)).toEqual(['waiting'])
  expect(await integrityViolations(db)).toEqual([])
  await change(closet, 'business')
  const due = async () => {
    const entries = db.selectFrom('waitlist_entries').select('due_since').where('id', '=', entry)
    return (await entries.executeTakeFirstOrThrow()).due_since
  }
  expect(await due()).toBeNull()
  await allItems(db, closet, now)
  expect(await due()).toEqual(now)
  await offerDueDays(db, now)
  expect(await statusOf(entry)).toEqual(['offered'])
})

test('when a lister with many items is blocked, the job withdraws the offers with the items', async () => {
  const { closet, item, cancel } = await rentedItem()
  await addManyItems(database, closet)
  const entry = await made.entry({ item, start: '2026-12-05', end: '2026-12-06' })
  await cancel()
  expect(await statusOf(entry)).toEqual(['offered'])
  await change(closet, 'regular')
  expect(await statusOf(entry)).toEqual(['offered'])
  expect(await integrityViolations(db)).toEqual([])
  await allItems(db, closet, now)
  expect(await statusOf(entry)).toEqual(['waiting'])
  expect(await integrityViolations(db)).toEqual([])
})

test('a second change restarts the batches, and the items end up with the latest change', async () => {
  const { closet, items } = await closetWithTwoItems()
  await change(closet, 'regular')
  await nextItems(db, closet, 1, now)
  await age('61 minutes')
  await change(closet, 'business')
  expect(await integrityViolations(db)).toEqual([])
  expect(await openChanges()).toMatchObject([{ lister_id: closet.id, after_item_id: null }])
  await allItems(db, closet, now)
  expect(await itemStates(db, ...items)).toMatchObject([{ is_public: true }, { is_public: true }])
})

test('a lister’s new city applies to new items at once, and to others in batches', async () => {
  const { closet, items } = await closetWithTwoItems()
  await changeProfile(db, closet, { city: 'Albany' }, now)
  const added = await made.item({ closet })
  const old = { location: 'Brooklyn, NY' }
  const moved = { location: 'Albany, NY' }
  expect(await itemStates(db, ...items, added)).toMatchObject([old, old, moved])
  await nextItems(db, closet, 1, now)
  expect(await itemStates(db, ...items)).toMatchObject([moved, old])
  await allItems(db, closet, now)
  expect(await itemStates(db, ...items, added)).toMatchObject([moved, moved, moved])
})

test('a batch waits for a command that changes the account', async () => {
  const { closet, items } = await closetWithTwoItems()
  await change(closet, 'regular')
  const profile = ['select from user_profiles where id = $1 for no key update', closet.id] as const
  await inTurn(database, profile, [() => allItems(db, closet, now)], async () => {
    // While it waits, it holds no lock on an item that the command could need.
    await sql`select from clothing_items where business_id = ${closet.id} for update nowait`.execute(
      db,
    )
  })
  expect(await itemStates(db, ...items)).toMatchObject([{ is_public: false }, { is_public: false }])
})

test('an interrupted batch changes nothing and can be repeated', async () => {
  const { closet, items } = await closetWithTwoItems()
  await change(closet, 'regular')
  const [, second] = items
  const row = ['select from clothing_items where id = $1 for update', second.id] as const
  const interrupted = () => nextItems(db, closet, 2, now).catch(() => 'interrupted')
  const [outcome] = await inTurn(database, row, [interrupted], async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  })
  expect(outcome).toBe('interrupted')
  expect(await itemStates(db, ...items)).toMatchObject([{ is_public: true }, { is_public: true }])
  await nextItems(db, closet, 2, now)
  expect(await itemStates(db, ...items)).toMatchObject([{ is_public: false }, { is_public: false }])
  await allItems(db, closet, now)
})

test('a change unfinished after an hour fails an integrity check, and its job is queued again', async () => {
  const { closet } = await closetWithTwoItems()
  await change(closet, 'regular')
  await age('59 minutes')
  expect(await integrityViolations(db)).toEqual([])
  await age('61 minutes')
  expect(await integrityViolations(db)).toMatchObject([
    { check_name: 'items follow a change of their lister within an hour', subject: closet.id },
  ])
  await forgetJobs()
  await continueChanges(db)
  expect(await jobs()).toEqual([{ listerId: closet.id }])
  await changeItems(db, closet.id, now)
  await age('9 minutes')
  const queued = await jobs()
  await forgetJobs()
  await continueChanges(db)
  expect([queued, await jobs()]).toEqual([[{ listerId: closet.id }], []])
  await allItems(db, closet, now)
})
