import { expect, test } from 'vitest'
import type { ApplicationId, ImageId } from '#db/ids.ts'
import { hasApplicationPhoto } from '#domain/accounts/closets/application-photos.ts'
import { isOwnUpload } from '#domain/catalogue/images/images.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { appealedRental } from '#test/make/appealed-rental.ts'
import { requestedReturn } from '#test/make/requested-return.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows, readRow, updateRows } from '#test/postgres/rows.ts'
import { addConditionReport } from './condition-reports.ts'
import { mayReadRentalPhoto } from './rental-photos.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T12:00:00Z')

test('only the two sides of a rental and admins see its photos', async () => {
  const [closet, renter] = [await made.closet(), await made.shopper()]
  const request = { closet, renter, reason: 'not_as_described', until: 'requested' } as const
  const rentalId = await requestedReturn(db, request, now)
  const use = { owner_id: renter.id, use: 'handover', attached_at: null } as const
  const { id: reported } = await made.image(use)
  const report = { rentalId, step: 'delivery', note: '', imageIds: [reported] } as const
  const today = calendarDateIn('UTC', now)
  const added = await addConditionReport(db, renter, { ...report, today }, now)
  expect(added.ok).toBe(true)
  const { image_ids } = await readRow(db, 'return_requests', 'image_ids', { rental_id: rentalId })
  const others = [await made.shopper(), await made.closet()]
  const everybody: Person[] = [closet, renter, await made.admin(), ...others]
  for (const imageId of [reported, ...image_ids]) {
    const mayRead = everybody.map((who) => mayReadRentalPhoto(db, who, { rentalId, imageId }))
    expect(await Promise.all(mayRead)).toEqual([true, true, true, false, false])
    const elsewhere = { rentalId: (await made.rental({ renter })).id, imageId }
    expect(await mayReadRentalPhoto(db, renter, elsewhere)).toBe(false)
  }
  expect(await mayReadRentalPhoto(db, renter, { rentalId, imageId: newId() })).toBe(false)
  const blocked: Person = { ...closet, businessStatus: 'blocked' }
  expect(await mayReadRentalPhoto(db, blocked, { rentalId, imageId: reported })).toBe(false)
})

test('both sides see the photos of an appeal', async () => {
  const [closet, renter] = [await made.closet(), await made.shopper()]
  const rentalId = await appealedRental(db, { closet, renter, until: 'filed' }, now)
  const [sent, answered]: ImageId[] = [newId(), newId()]
  if (!sent || !answered) throw new Error('two photos')
  await updateRows(
    db,
    'deposit_appeals',
    { rental_id: rentalId },
    { image_ids: [sent], answer_image_ids: [answered] },
  )
  const other = { closet, renter: await made.shopper(), until: 'filed' } as const
  const elsewhere = await appealedRental(db, other, now)
  for (const imageId of [sent, answered]) {
    expect(await mayReadRentalPhoto(db, renter, { rentalId, imageId })).toBe(true)
    expect(await mayReadRentalPhoto(db, closet, { rentalId: elsewhere, imageId })).toBe(false)
  }
  expect(await mayReadRentalPhoto(db, closet, { rentalId, imageId: newId() })).toBe(false)
})

test('people see their own uploads until they are sent, and always those of their application', async () => {
  const [owner, other] = [await made.shopper(), await made.admin()]
  const own = async (attached_at: Date | null, use: 'message' | 'outfit') => {
    const { id } = await made.image({ owner_id: owner.id, use, attached_at })
    return await Promise.all([owner, other].map((who) => isOwnUpload(db, who, id)))
  }
  expect(await own(null, 'message')).toEqual([true, false])
  expect(await own(now, 'message')).toEqual([false, false])
  expect(await own(now, 'outfit')).toEqual([true, false])
})

test('an application has only its own photos', async () => {
  const admin = await made.admin()
  const { id: user_id } = await made.shopper()
  const [outfit, other] = [await made.image({ use: 'outfit' }), await made.image({ use: 'outfit' })]
  const applicationId: ApplicationId = newId()
  await insertRows(db, 'business_applications', {
    id: applicationId,
    user_id,
    full_name: 'Ann Lee',
    city: 'Austin',
    state: 'TX',
    instagram: 'ann',
    outfit_images: [outfit.id],
    driving_distance: '5 miles',
    meeting_flexibility: 'Weekends',
    contact_phone: '+1 212 555 0142',
    applied_at: now,
  })
  const has = (imageId: ImageId) => hasApplicationPhoto(db, admin, { applicationId, imageId })
  expect([await has(outfit.id), await has(other.id)]).toEqual([true, false])
})
