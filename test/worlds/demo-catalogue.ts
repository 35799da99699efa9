import type { Db } from '#db/connection.ts'
import { catalogue, closets } from '#demo/catalogue/catalogue.ts'
import { countWords } from '#domain/catalogue/search/word-counts.ts'
import { make } from '#test/make/make.ts'

/** The listings of the demo with their closets and brands, but without pictures and rentals. */
export async function fillDemoCatalogue(db: Db): Promise<void> {
  const listers = []
  for (const { name, city, state } of closets)
    listers.push(await make(db).closet({ full_name: name, city, state }))
  const brands = new Map<string, Awaited<ReturnType<ReturnType<typeof make>['brand']>>>()
  for (const { brand } of catalogue)
    if (brand && !brands.has(brand)) brands.set(brand, await make(db).brand({ name: brand }))
  for (const {
    brand,
    closet,
    creditsPerDay,
    eventType,
    picture: _,
    byAdmin: __,
    ...entry
  } of catalogue)
    await make(db).item({
      ...entry,
      event_type: eventType,
      creditsPerDay,
      closet: listers[closet],
      brand_id: (brand && brands.get(brand)?.id) || null,
      advance_booking: true,
    })
  await countWords(db)
}
