import { expect, test } from 'vitest'
import { inTransaction } from '#db/connection.ts'
import { removeDeliveryDetailsOf } from '#domain/booking/rentals/delivery-details.ts'
import { lentRentals } from '#test/make/lent-rentals.ts'
import { arrangeHandover } from './arrange-handover.ts'

const { db, made, now, origin, ok, lent, rentalOf } = await lentRentals()
const refusal = (reason: string) => ({ ok: false, problem: { reason } })

const mailTo = (email: string) =>
  db
    .selectFrom('mail_outbox')
    .select(['subject', 'text_body'])
    .where('to_address', '=', email)
    .execute()

test('a renter gets one email about all pieces, and none for the same arrangement again', async () => {
  const { closet, renter, item, on } = await lent('confirmed')
  const other = await made.item({ closet, title: 'Blue gown' })
  const second = await made.rental({ item: other, renter, status: 'confirmed', createdAt: now })
  const rentalIds = [on.rentalId, second.id]
  const arranged = {
    rentalIds,
    step: 'delivery',
    arrangement: ' Fri 6 PM,\n at the door ',
    origin,
  } as const
  expect(await arrangeHandover(db, closet, arranged, now)).toEqual(ok)
  expect(await rentalOf(on)).toMatchObject({ delivery_arrangement: 'Fri 6 PM, at the door' })
  const [mail, ...more] = await mailTo(renter.email)
  expect(more).toEqual([])
  expect(mail?.text_body).toContain('Fri 6 PM, at the door')
  expect(mail?.text_body).toContain(item.title)
  expect(mail?.text_body).toContain('Blue gown')
  expect(await arrangeHandover(db, closet, arranged, now)).toEqual(ok)
  expect(await mailTo(renter.email)).toHaveLength(1)
  expect(await arrangeHandover(db, closet, { ...arranged, arrangement: '' }, now)).toEqual(ok)
  expect(await rentalOf(on)).toMatchObject({ delivery_arrangement: null })
  expect(await mailTo(renter.email)).toHaveLength(1)
})

test('only the closet arranges, within 200 characters, what has not changed hands', async () => {
  const { closet, renter, on } = await lent('delivered')
  const arranged = {
    rentalIds: [on.rentalId],
    step: 'return',
    arrangement: 'x'.repeat(200),
    origin,
  } as const
  expect(await arrangeHandover(db, await made.closet(), arranged, now)).toEqual(
    refusal('rental-not-found'),
  )
  expect(await arrangeHandover(db, closet, { ...arranged, step: 'delivery' }, now)).toEqual(
    refusal('rental-not-found'),
  )
  expect(
    await arrangeHandover(db, closet, { ...arranged, arrangement: 'x'.repeat(201) }, now),
  ).toEqual(refusal('arrangement-too-long'))
  expect(await arrangeHandover(db, closet, arranged, now)).toEqual(ok)
  expect((await rentalOf(on)).return_arrangement).toHaveLength(200)
  await inTransaction(db, (tx) => removeDeliveryDetailsOf(tx, renter.id))
  expect((await rentalOf(on)).return_arrangement).toBeNull()
})
