import { expect, test } from 'vitest'
import { reduceWithheld } from '#domain/booking/rentals/changes/corrections.ts'
import { rentalDetails } from '#domain/booking/rentals/lists/rental-details.ts'
import { answerReturn } from '#domain/care/cases/answer-return.ts'
import { answerAppeal } from '#domain/care/cases/appeals.ts'
import { decideAppeal } from '#domain/care/cases/decide-appeal.ts'
import { decideReturn } from '#domain/care/cases/decide-return.ts'
import { findAppeal } from '#domain/care/cases/find-appeal.ts'
import { findReturn } from '#domain/care/cases/find-return.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { appealedDeposits } from '#test/make/appealed-deposits.ts'
import { assertOk, reasonOf, returnedRentals } from '#test/make/returning.ts'
import { readRow, updateRows } from '#test/postgres/rows.ts'
import { casesForAdmins } from './case-list.ts'

const deposits = await appealedDeposits()
const returns = await returnedRentals()
const ok = { ok: true, value: null }
const noWords = { words: 'It was worn.', imageIds: [] }

/** A renter who has become an admin since. */
async function asAdmin({ db }: Pick<typeof returns, 'db'>, renter: Shopper): Promise<Admin> {
  await updateRows(db, 'user_profiles', renter.id, { account_type: 'admin' })
  return { ...renter, accountType: 'admin' } as unknown as Admin
}

async function block({ db }: Pick<typeof returns, 'db'>, closet: ClosetOwner) {
  await updateRows(db, 'user_profiles', closet.id, {
    account_type: 'regular',
    business_status: 'blocked',
  })
}

/** Demotes all admins but this one, and returns a function that restores them. */
async function onlyAdmin({ db }: Pick<typeof returns, 'db'>, { id: own }: Admin) {
  const others = await db
    .updateTable('user_profiles')
    .set({ account_type: 'regular' })
    .where('id', '<>', own)
    .where('account_type', '=', 'admin')
    .returning('id')
    .execute()
  return async () => {
    const ids = others.map(({ id }) => id)
    const admins = db.updateTable('user_profiles').set({ account_type: 'admin' })
    await admins.where('id', 'in', ids).execute()
  }
}

test('an admin does not decide the return request that they made, unless there is no other', async () => {
  const { db, now, today, requested, answer } = returns
  const rental = await requested()
  assertOk(await answer(rental, 'contest'))
  const renter = await asAdmin(returns, rental.renter)
  const { rentalId } = rental
  const decision = { rentalId, outcome: 'accepted', reasons: 'Too small.' } as const
  const decide = () => decideReturn(db, renter, decision, now)
  const shown = async () => (await findReturn(db, renter, rentalId, now, today))?.request
  expect(reasonOf(await decide())).toBe('own-decision')
  expect(await shown()).toMatchObject({ mayDecide: false, isForAnotherAdmin: true })
  const restore = await onlyAdmin(returns, renter)
  expect(await shown()).toMatchObject({ mayDecide: true, isForAnotherAdmin: false })
  expect(await decide()).toEqual(ok)
  await restore()
})

test('an admin does not answer the return request that they made, for a closet that cannot', async () => {
  const { db, now, today, requested, admin } = returns
  const rental = await requested()
  await block(returns, rental.closet)
  const renter = await asAdmin(returns, rental.renter)
  const { rentalId } = rental
  const accept = { rentalId, answer: 'accept', words: '' } as const
  expect(reasonOf(await answerReturn(db, renter, accept, now))).toBe('case-not-found')
  const shown = async (who: Admin) => (await findReturn(db, who, rentalId, now, today))?.request
  expect(await shown(renter)).toMatchObject({ mayAnswer: false })
  expect(await shown(admin)).toMatchObject({ mayAnswer: true })
  const toAnswer = async (who: Admin) => (await casesForAdmins(db, who, now)).return.toAnswer.count
  expect((await toAnswer(admin)) - (await toAnswer(renter))).toBe(1)
  const restore = await onlyAdmin(returns, renter)
  expect(reasonOf(await answerReturn(db, renter, accept, now))).toBe('case-not-found')
  await restore()
  expect(await answerReturn(db, admin, accept, now)).toEqual(ok)
})

test('an admin neither answers nor decides the appeal that they filed', async () => {
  const { db, clock, withheld, file } = deposits
  const claim = await withheld()
  await file(claim)
  await block(deposits, claim.closet)
  const renter = await asAdmin(deposits, claim.renter)
  const { rentalId } = claim
  const answer = (who: Admin) => answerAppeal(db, who, { rentalId, ...noWords }, clock.now())
  expect(reasonOf(await answer(renter))).toBe('case-not-found')
  expect(await answer(deposits.admin)).toEqual(ok)
  await deposits.made.admin()
  const all = { outcome: 'overturned', returnedCents: null, reasons: 'It was torn.' } as const
  const decided = await decideAppeal(db, renter, { rentalId, ...all }, clock.now())
  expect(reasonOf(decided)).toBe('own-decision')
  const shown = await findAppeal(db, renter, rentalId, clock.now())
  expect(shown?.appeal).toMatchObject({ mayDecide: false, isForAnotherAdmin: true })
})

test('an admin cannot reduce the amount withheld from their own deposit, unless there is no other', async () => {
  const { db, clock, withheld, origin } = deposits
  const claim = await withheld()
  const renter = await asAdmin(deposits, claim.renter)
  const { rentalId } = claim
  const reduce = () => reduceWithheld(db, renter, { rentalId, origin, cents: 0 }, clock.now())
  const until = async (who: Admin) =>
    (await rentalDetails(db, who, rentalId, clock.now()))?.reduceUntil ?? null
  expect(reasonOf(await reduce())).toBe('own-decision')
  expect(await until(renter)).toBeNull()
  expect(await until(deposits.admin)).not.toBeNull()
  const restore = await onlyAdmin(deposits, renter)
  expect(await until(renter)).not.toBeNull()
  expect(await reduce()).toEqual(ok)
  const line = await readRow(db, 'audit_log', 'after', {
    action: 'reduce-withheld',
    noun_id: rentalId,
  })
  expect(line.after).toMatchObject({ 'own decision, as no other admin could decide': true })
  await restore()
})
