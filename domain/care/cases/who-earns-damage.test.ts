import { expect, test } from 'vitest'
import { changeAccountType } from '#domain/accounts/closing/change-account-type.ts'
import { keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import type { Admin, Person } from '#domain/shared/actors.ts'
import { appealedDeposits } from '#test/make/appealed-deposits.ts'

// Whether a withheld amount is earned depends on who listed the item, not on a later account type.

const world = await appealedDeposits()
const { db, made, clock, admin, origin, ok, withheld, renterWith, passDays } = world
const { claimOf, earnedFor } = world

type AccountTypes = { readonly from: Person['accountType']; readonly to: Person['accountType'] }

const change = (person: Pick<Person, 'id'>, types: AccountTypes) =>
  changeAccountType(db, admin, { personId: person.id, ...types, origin }, clock.now())

/** A rental with a paid deposit, of an item of this lister. */
async function lent(lister: Person) {
  const { renter } = await renterWith(0)
  const item = await made.item({ closet: lister, creditsPerDay: 1 })
  const createdAt = clock.now()
  const { id: rentalId } = await made.rental({ item, renter, status: 'delivered', createdAt })
  return { rentalId }
}

async function returnAndKeep(by: Admin, { rentalId }: Awaited<ReturnType<typeof lent>>) {
  const on = { rentalId, origin, notes: 'Torn hem', cents: 4000 }
  expect(await recordReturn(db, by, on, clock.now())).toEqual(ok)
  expect(await keepDeposit(db, by, on, clock.now())).toEqual(ok)
}

test('a claim of an admin who is demoted before it is final earns nothing', async () => {
  const former = await made.admin()
  const claim = await lent(former)
  await returnAndKeep(former, claim)
  expect(await change(former, { from: 'admin', to: 'regular' })).toEqual(ok)
  await passDays(7)
  expect(await claimOf(claim)).toMatchObject({ final_at: expect.any(Date), kept_cents: 4000 })
  expect(await earnedFor(claim)).toEqual([])
})

test('a closet that becomes an admin before its claim is final earns it', async () => {
  const claim = await withheld()
  expect(await change(claim.closet, { from: 'business', to: 'admin' })).toEqual(ok)
  await passDays(7)
  expect(await earnedFor(claim)).toMatchObject([{ owner_id: claim.closet.id, amount_cents: 2000 }])
})

test('a live rental that passes to an admin earns nothing for damage, even if that admin is demoted', async () => {
  const closet = await made.closet()
  const claim = await lent(closet)
  expect(await change(closet, { from: 'business', to: 'admin' })).toEqual(ok)
  expect(await change(closet, { from: 'admin', to: 'business' })).toEqual(ok)
  await returnAndKeep(admin, claim)
  await made.admin()
  const other = await made.admin()
  expect(
    await changeAccountType(
      db,
      other,
      { personId: admin.id, from: 'admin', to: 'business', origin },
      clock.now(),
    ),
  ).toEqual(ok)
  await passDays(7)
  expect(await claimOf(claim)).toMatchObject({ final_at: expect.any(Date) })
  expect(await earnedFor(claim)).toEqual([])
})
