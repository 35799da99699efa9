import { expect, test } from 'vitest'
import type { PersonId } from '#db/ids.ts'
import { approveCondition } from '#domain/booking/rentals/changes/rental-review.ts'
import { recordReturn } from '#domain/booking/rentals/changes/rental-steps.ts'
import { newId } from '#domain/shared/ids.ts'
import { appealedRental } from '#test/make/appealed-rental.ts'
import { requestedReturn } from '#test/make/requested-return.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { rentalDetails } from './rental-details.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const origin = 'https://shop.example'
const admin = await made.admin()

test('its closet, its renter and admins see the details of a rental', async () => {
  const closet = await made.closet()
  const renter = await made.shopper()
  const item = await made.item({ closet })
  const { id } = await made.rental({ item, renter, status: 'delivered', createdAt: now })
  const undo = { name: 'undo-deliver', until: new Date('2026-11-20T15:15:00Z') }
  const none = {
    correction: null,
    reduceUntil: null,
    isDenied: false,
    marks: { late: 0, lost: 0, noShow: 0 },
  }
  expect(await rentalDetails(db, closet, id, now)).toEqual({ ...none, correction: undo })
  expect(await rentalDetails(db, renter, id, now)).toEqual(none)
  const correction = { ...undo, until: null }
  expect(await rentalDetails(db, admin, id, now)).toEqual({ ...none, correction })
  expect(await rentalDetails(db, await made.closet(), id, now)).toBeNull()
  for (const who of [admin, closet]) expect(await rentalDetails(db, who, newId(), now)).toBeNull()
  await db.updateTable('rentals').set({ handover_denied_at: now }).where('id', '=', id).execute()
  expect(await rentalDetails(db, renter, id, now)).toEqual({ ...none, isDenied: true })
  expect(await recordReturn(db, closet, { rentalId: id, origin }, now)).toMatchObject({ ok: true })
  expect((await rentalDetails(db, admin, id, now))?.correction?.name).toBe('undo-return')
})

test('counts the renter’s other late returns to this closet', async () => {
  const [closet, other] = [await made.closet(), await made.closet()]
  const [renter, stranger] = [await made.shopper(), await made.shopper()]
  const rent = async (owner: typeof closet, by: typeof renter, late_by: PersonId | null) => {
    const item = await made.item({ closet: owner })
    const { id } = await made.rental({ item, renter: by, status: 'completed', createdAt: now })
    const late = { late_at: now, late_by }
    if (late_by) await db.updateTable('rentals').set(late).where('id', '=', id).execute()
    return id
  }
  const id = await rent(closet, renter, closet.id)
  await rent(closet, renter, null)
  await rent(other, renter, other.id)
  await rent(closet, stranger, closet.id)
  const count = async () => (await rentalDetails(db, closet, id, now))?.marks.late
  expect(await count()).toBe(0)
  await rent(closet, renter, closet.id)
  await rent(closet, renter, closet.id)
  expect(await count()).toBe(2)
})

test('admins can reduce a withheld amount for two days, unless it was appealed or is final', async () => {
  const [closet, renter] = [await made.closet(), await made.shopper()]
  const withheld = await appealedRental(db, { closet, renter, until: 'withheld' }, now)
  const until = async (who: typeof admin | typeof closet) =>
    (await rentalDetails(db, who, withheld, now))?.reduceUntil
  const claim = async (changes: { released_at?: Date | null; final_at?: Date | null }) => {
    await db.updateTable('deposit_claims').set(changes).where('rental_id', '=', withheld).execute()
    return await until(admin)
  }
  const end = new Date('2026-11-22T15:00:00Z')
  expect([await until(admin), await until(closet)]).toEqual([end, null])
  expect(await claim({ released_at: now })).toBeNull()
  expect(await claim({ released_at: null, final_at: now })).toBeNull()
  expect(await claim({ final_at: null })).toEqual(end)
  const other = {
    closet: await made.closet(),
    renter: await made.shopper(),
    until: 'filed',
  } as const
  const filed = await appealedRental(db, other, now)
  const details = await rentalDetails(db, admin, filed, now)
  expect(details).toMatchObject({ correction: null, reduceUntil: null })
})

test('the delivery cannot be undone with a return request, nor the return once credits are restored', async () => {
  const correctionOf = async (until: 'requested' | 'contested' | 'accepted' | 'restored') => {
    const [closet, renter] = [await made.closet(), await made.shopper()]
    const id = await requestedReturn(db, { closet, renter, until }, now)
    const open = (await rentalDetails(db, admin, id, now))?.correction ?? null
    return { closet, id, open }
  }
  for (const until of ['requested', 'contested', 'accepted', 'restored'] as const)
    expect([until, (await correctionOf(until)).open]).toEqual([until, null])
  const { closet, id } = await correctionOf('restored')
  await approveCondition(db, closet, { rentalId: id, origin }, now)
  expect((await rentalDetails(db, admin, id, now))?.correction?.name).toBe('undo-review')
})
