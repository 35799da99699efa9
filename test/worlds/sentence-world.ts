import { saveSizeProfile } from '#domain/accounts/sizes/sizes.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Site } from '#test/app.ts'
import { insertRows } from '#test/postgres/rows.ts'

/** The day on which `SENTENCE` is written. */
export const SENTENCE_DAY = '2026-11-20T15:00:00Z'

export const SENTENCE = 'red dress size M near Boston June 12-15 under 40 credits'

/** Only one of these items is what the sentence asks for: the others differ from it in one point. */
export async function sentenceWorld({ make, db, clock }: Site) {
  const boston = await make.closet({ city: 'Boston', state: 'MA', driving_distance: '10 miles' })
  const austin = await make.closet({ city: 'Austin', state: 'TX' })
  const right = await make.item({ closet: boston, title: 'Red dress with sleeves', size: 'M' })
  await db.insertInto('item_measurements').values({ item_id: right.id, waist_cm: 75 }).execute()
  const taken = await make.item({ closet: boston, title: 'Red dress of silk', size: 'M' })
  await insertRows(db, 'rental_availability', { item_id: taken.id, blocked_date: '2027-06-13' })
  await make.item({ closet: boston, title: 'Red dress, short', size: 'S' })
  await make.item({ closet: boston, title: 'Red dress, long', size: 'M', credits_per_day: 9 })
  await make.item({ closet: austin, title: 'Red dress of linen', size: 'M' })
  await make.item({ closet: boston, title: 'Blue dress', size: 'M' })
  await insertRows(db, 'home_sections', {
    ...{ id: newId(), section_type: 'hero', order_index: 0, title: 'For every evening' },
    content: '{}',
  })
  const shopper = await make.shopper({ zip: '02116' })
  const nothing = { usualSize: null, heightCm: null, bustCm: null, hipsCm: null }
  await saveSizeProfile(db, shopper, { ...nothing, waistCm: 70 }, clock.now())
  return { shopper, right }
}
