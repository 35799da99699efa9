import { expect, test } from 'vitest'
import type { PersonId, RentalId } from '#db/ids.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { lentRentals } from '#test/lent-rentals.ts'
import { cancelRental } from './cancel-rental.ts'
import { correct } from './corrections.ts'
import { panelRentals } from './panel-list.ts'
import { rentalDetails } from './rental-details.ts'
import { findRunRental } from './rental-panel.ts'
import { approveCondition, keepDeposit } from './rental-review.ts'
import {
  acceptRental,
  deliverRental,
  failDelivery,
  markLate,
  recordReturn,
} from './rental-steps.ts'

const { db, made, now, ok, lent, returned, rentalOf } = await lentRentals()

const setType = (id: PersonId, account_type: 'admin' | 'regular') =>
  db.updateTable('user_profiles').set({ account_type }).where('id', '=', id).execute()

/** A renter who has become an admin since. */
async function promoted(renter: Shopper): Promise<Admin> {
  await setType(renter.id, 'admin')
  return { ...renter, accountType: 'admin' } as unknown as Admin
}

const ownRental = { ok: false, problem: { reason: 'own-rental' } }

test('an admin takes no steps of their own rental; its closet and other admins do', async () => {
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

test('of their own rental an admin is only offered to cancel it', async () => {
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

test('an only admin takes the steps of their own rental once its closet cannot, and this is recorded', async () => {
  const { closet, renter, on } = await returned()
  const own = await promoted(renter)
  const admins = await db
    .updateTable('user_profiles')
    .set({ account_type: 'regular' })
    .where('id', '<>', own.id)
    .where('account_type', '=', 'admin')
    .returning('id')
    .execute()
  expect(await approveCondition(db, own, on, now)).toEqual(ownRental)
  await setType(closet.id, 'regular')
  expect(await findRunRental(db, own, on.rentalId, on.today)).toMatchObject({ isForOthers: false })
  expect(await approveCondition(db, own, on, now)).toEqual(ok)
  const line = await db
    .selectFrom('audit_log')
    .select('after')
    .where('action', '=', 'approve-condition')
    .where('noun_id', '=', on.rentalId)
    .executeTakeFirstOrThrow()
  expect(line.after).toMatchObject({ 'own decision, as no other admin could decide': true })
  for (const { id } of admins) await setType(id, 'admin')
})
