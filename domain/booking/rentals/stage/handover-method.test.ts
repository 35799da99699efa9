import { expect, test } from 'vitest'
import { correct } from '#domain/booking/rentals/changes/corrections.ts'
import { deliverRental } from '#domain/booking/rentals/changes/rental-steps.ts'
import { findMyRental } from '#domain/booking/rentals/lists/rental-queries.ts'
import { asShopper } from '#domain/shared/actors.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { type HandoverWay, trackingAddress } from './handover-method.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const today = calendarDateIn('UTC', now)
const origin = 'https://shop.example'

test('the renter sees how the item was handed over, until the delivery is undone', async () => {
  const closet = await made.closet()
  const renter = asShopper(await made.shopper())
  if (!renter) throw new Error('no shopper')
  const item = await made.item({ closet })
  const rental = await made.rental({ item, renter, status: 'confirmed', createdAt: now })
  const on = { rentalId: rental.id, origin, note: '', imageIds: [] }
  const way = { method: 'post', carrier: 'ups', tracking: '1Z 999' } as const
  expect(await deliverRental(db, closet, { ...on, way }, now)).toMatchObject({ ok: true })
  const seen = async () => (await findMyRental(db, renter, rental.id, today, 'UTC'))?.handover
  expect(await seen()).toEqual(way)
  const undone = { rentalId: rental.id, correction: 'undo-deliver', origin } as const
  expect(await correct(db, closet, undone, now)).toMatchObject({ ok: true })
  expect(await seen()).toBeNull()
  const met = { ...way, method: 'meet' } as const
  await deliverRental(db, closet, { ...on, way: met }, now)
  expect(await seen()).toEqual({ method: 'meet', carrier: null, tracking: null })
})

test.each<[Partial<HandoverWay>, string | null]>([
  [{ carrier: 'ups' }, 'https://www.ups.com/track?tracknum=1Z999%26'],
  [{ carrier: 'other' }, null],
  [{ carrier: null }, null],
  [{ carrier: 'dhl', tracking: null }, null],
])('the tracking page of %o is %s', (way, address) => {
  expect(trackingAddress({ method: 'post', carrier: 'ups', tracking: '1Z 999 &', ...way })).toBe(
    address,
  )
})
