import { expect, test } from 'vitest'
import { changeProfile } from '#domain/accounts/people/profiles.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { editClosetPage } from './closet-page.ts'
import { startSteps } from './start-steps.ts'

const now = new Date('2026-11-20T12:00:00Z')

test('the steps of a new closet are done by its data', async () => {
  const { db } = await testDatabase()
  const things = make(db)
  const owner = await things.closet({ phone: null, driving_distance: null, notice_days: 0 })
  const none = { payouts: false, area: false, notice: false, items: 0, page: false }
  expect(await startSteps(db, owner)).toEqual(none)
  const where = { phone: '212 555 0100', city: 'Austin', state: 'TX', noticeDays: 0 }
  await changeProfile(db, owner, where, now)
  expect(await startSteps(db, owner)).toEqual({ ...none, notice: true })
  await changeProfile(db, owner, { drivingDistance: '5 miles' }, now)
  await editClosetPage(
    db,
    owner,
    { shopName: null, about: 'Gowns.', imageId: null, seen: null },
    now,
  )
  for (let n = 0; n < 6; n += 1) await things.item({ closet: owner, approval_status: 'pending' })
  await things.item({ approval_status: 'pending' })
  await db
    .insertInto('payout_accounts')
    .values({
      ...{ owner_id: owner.id, stripe_account_id: 'acct_1', state: 'ready' },
      ...{ created_at: now, updated_at: now },
    })
    .execute()
  const all = { payouts: true, area: true, notice: true, items: 5, page: true }
  expect(await startSteps(db, owner)).toEqual(all)
})

test('denied and deleted items do not count', async () => {
  const { db } = await testDatabase()
  const things = make(db)
  const owner = await things.closet()
  await things.item({ closet: owner, approval_status: 'denied' })
  await things.item({ closet: owner, deleted_at: now })
  await things.item({ closet: owner })
  expect((await startSteps(db, owner)).items).toBe(1)
})
