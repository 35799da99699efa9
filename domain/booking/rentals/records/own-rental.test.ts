import { expect, test } from 'vitest'
import type { PersonId, RentalId } from '#db/ids.ts'
import { cancelRental } from '#domain/booking/rentals/changes/cancel-rental.ts'
import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import { approveCondition, keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import {
  acceptRental,
  deliverRental,
  failDelivery,
  markLate,
  recordReturn,
} from '#domain/booking/rentals/changes/rental-steps.ts'
import {
  countNeedingAction,
  countPanel,
  panelRentals,
} from '#domain/booking/rentals/lists/panel-list.ts'
import { rentalDetails } from '#domain/booking/rentals/lists/rental-details.ts'
import { findRunRental } from '#domain/booking/rentals/lists/rental-panel.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { lentRentals } from '#test/make/lent-rentals.ts'
import { readRow } from '#test/postgres/rows.ts'

const { db, made, now, ok, lent, returned, rentalOf } = await lentRentals()

const setType = (id: PersonId, account_type: 'admin' | 'business' | 'regular') =>
  db.updateTable('user_profiles').set({ account_type }).where('id', '=', id).execute()

/** A renter who has become an admin. */
async function promoted(renter: Shopper): Promise<Admin> {
  await setType(renter.id, 'admin')
  return { ...renter, accountType: 'admin' } as unknown as Admin
}

const ownRental = { ok: false, problem: { reason: 'own-rental' } }

test('an admin cannot take the steps of their own rental; its closet and other admins can', async () => {
  const { closet, renter, on } = await lent()
  const own = await promoted(renter)
  const steps = [acceptRental, deliverRental, failDelivery, markLate, recordReturn]
  for (const step of [...steps, approveCondition])
    expect(await step(db, own, on, now)).toEqual(ownRental)
  expect(await keepDeposit(db, own, { ...on, cents: 1, notes: 'Torn' }, now)).toEqual(ownRental)
  expect(await acceptRental(db, closet, on, now)).toEqual(ok)
  expect(await deliverRental(db, await made.admin(), on, now)).toEqual(ok)
  expect(await recordReturn(db, closet, on, now)).toEqual(ok)
  expect(await approveCondition(db, own, on, now)).toEqual(ownRental)
  const undo = { ...on, correction: 'undo-return' } as const
  expect(await correct(db, own, undo, now)).toEqual(ownRental)
  expect((await rentalDetails(db, own, on.rentalId, now))?.correction).toBeNull()
  expect(await correct(db, await made.admin(), undo, now)).toEqual(ok)
})

test('an admin cancels their own rental as its renter', async () => {
  const { renter, on } = await lent()
  const own = await promoted(renter)
  expect(await cancelRental(db, own, on, now)).toEqual(ok)
  expect(await rentalOf(on)).toMatchObject({ cancellation: 'by_shopper', cancelled_by: own.id })
})

test('an admin is only offered to cancel their own rental', async () => {
  const { renter, on } = await lent()
  const own = await promoted(renter)
  const { today } = on
  const shown = await findRunRental(db, own, on.rentalId, today)
  expect(shown).toMatchObject({ isForOthers: true })
  expect(shown?.moves).toEqual(['cancel'])
  const tab = { filter: 'all', q: null, after: null } as const
  const listed = async (who: Admin | ClosetOwner, id: RentalId) =>
    (await panelRentals(db, who, tab, today)).rows.find((row) => row.id === id)
  expect(await listed(own, on.rentalId)).toMatchObject({ isForOthers: true, moves: ['cancel'] })
  const [another, other] = [await made.admin(), await lent()]
  const all = { isForOthers: false, moves: ['accept', 'cancel', 'deliver', 'fail-delivery'] }
  expect(await listed(another, on.rentalId)).toMatchObject(all)
  expect(await listed(own, other.on.rentalId)).toMatchObject(all)
})

/** Removes the role from all admins but this one; the returned function restores it. */
async function onlyAdmin({ id: own }: Admin) {
  const others = await db
    .updateTable('user_profiles')
    .set({ account_type: 'regular' })
    .where('id', '<>', own)
    .where('account_type', '=', 'admin')
    .returning('id')
    .execute()
  return async () => {
    for (const { id } of others) await setType(id, 'admin')
  }
}

test('an admin’s own rental is a task for its closet or other admins, or for an only admin', async () => {
  const { closet, renter, on } = await lent()
  const [own, another] = [await promoted(renter), await made.admin()]
  const { rentalId, today } = on
  const tab = { filter: 'action', q: null, after: null } as const
  const isListed = async (who: Admin | ClosetOwner, q: string | null = null) =>
    (await panelRentals(db, who, { ...tab, q }, today)).rows.some(({ id }) => id === rentalId)
  /** The count in menus and on the overview, and the tab's counts without and with a search. */
  const counts = async (who: Admin | ClosetOwner) => [
    await countNeedingAction(db, who, today),
    (await countPanel(db, who, null, today)).action ?? Number.NaN,
    (await countPanel(db, who, renter.email, today)).action ?? Number.NaN,
  ]
  const less = async () => {
    const [all, mine] = [await counts(another), await counts(own)]
    return all.map((count, index) => count - (mine[index] ?? 0))
  }
  expect(await isListed(own)).toBe(false)
  expect(await isListed(own, renter.email)).toBe(false)
  expect([await isListed(another), await isListed(closet)]).toEqual([false, true])
  expect(await counts(closet)).toEqual([1, 1, 1])
  await setType(closet.id, 'regular')
  expect([await isListed(own), await isListed(another)]).toEqual([false, true])
  expect(await less()).toEqual([1, 1, 1])
  await setType(closet.id, 'business')
  const restore = await onlyAdmin(own)
  // The closet can still answer.
  expect(await isListed(own)).toBe(false)
  await setType(closet.id, 'regular')
  expect([await isListed(own), await isListed(own, renter.email)]).toEqual([true, true])
  expect(await less()).toEqual([0, 0, 0])
  await restore()
  expect(await isListed(own)).toBe(false)
})

test('an only admin can take the steps of their own rental if its closet cannot; this is recorded', async () => {
  const { closet, renter, on } = await returned()
  const own = await promoted(renter)
  const restore = await onlyAdmin(own)
  expect(await approveCondition(db, own, on, now)).toEqual(ownRental)
  await setType(closet.id, 'regular')
  expect(await findRunRental(db, own, on.rentalId, on.today)).toMatchObject({ isForOthers: false })
  expect(await approveCondition(db, own, on, now)).toEqual(ok)
  const line = await readRow(db, 'audit_log', 'after', {
    action: 'approve-condition',
    noun_id: on.rentalId,
  })
  expect(line.after).toMatchObject({ 'own decision, as no other admin could decide': true })
  await restore()
})
