import { expect, test } from 'vitest'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { editItem } from './listing.ts'
import { findOwnItem } from './own-items.ts'

const { db, made } = await testDatabase()
const now = new Date('2026-11-20T15:00:00Z')
const owner = await made.closet()

test('sending the same edit again succeeds; another edit from the old version is a conflict', async () => {
  const [first, second, third] = [
    (await made.image({ owner_id: owner.id })).id,
    (await made.image({ owner_id: owner.id, attached_at: null })).id,
    (await made.image({ owner_id: owner.id, attached_at: null })).id,
  ]
  const { id: itemId } = await made.item({ closet: owner, image_id: first })
  const seen = (await findOwnItem(db, owner, itemId, calendarDateIn('UTC', now)))?.version ?? null
  const edit = {
    itemId,
    seen,
    title: 'Silk gown',
    description: 'Hand sewn.',
    size: 'M',
    style: 'Formal',
    eventType: 'Party',
    // Stored as 14.
    creditsPerWeek: 10,
    imageId: first,
    photoIds: [second, third, second],
    measurements: { lengthCm: 140, stretch: null, bustCm: 94.5, waistCm: null, hipsCm: null },
    lending: { advanceBooking: true, turnaroundDays: 2 },
    sku: 'A-1',
    category: 'Gown',
    colour: null,
    replacementValueCents: 48_000,
    fitReturns: true,
  } as const
  expect((await editItem(db, owner, edit, now)).ok).toBe(true)
  expect(await editItem(db, owner, edit, now)).toMatchObject({ ok: true })
  for (const other of [
    { creditsPerWeek: 15 },
    { photoIds: [third, second] },
    { measurements: null },
    { lending: { advanceBooking: false, turnaroundDays: 2 } },
  ])
    expect(await editItem(db, owner, { ...edit, ...other }, now)).toEqual({
      ok: false,
      problem: { reason: 'edit-conflict' },
    })
})
