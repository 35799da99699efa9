import { inTransaction, type Tx } from '#db/connection.ts'
import type { BrandId, ImageId, ItemId, PersonId } from '#db/ids.ts'
import {
  brands,
  type CatalogueEntry,
  catalogue,
  cities,
  closets,
} from '#demo/catalogue/catalogue.ts'
import { measurementsOf } from '#demo/catalogue/measured.ts'
import { addRows } from './add-rows.ts'
import type { DemoContext } from './demo-context.ts'
import { demoId } from './demo-id.ts'
import { closetEmail, personId } from './seed-people.ts'
import { storePictures } from './store-pictures.ts'

const HOUR_MS = 3_600_000
const HOURS_BETWEEN_LISTINGS = 54

// Some items await approval, and one is paused by its closet.
const approvals: Readonly<Record<string, 'pending' | 'denied'>> = {
  'scarlet-mermaid-gown': 'pending',
  'eucalyptus-roll-neck': 'pending',
  'coral-strapless-midi': 'pending',
  'prairie-floral-blouse': 'pending',
  'champagne-cowl-slip': 'pending',
  'straight-blue-jeans': 'denied',
}
const PAUSED = 'marine-wide-trousers'

export function itemId(picture: string): ItemId {
  return demoId(`item ${picture}`)
}

export function ownerId({ byAdmin, closet }: CatalogueEntry): PersonId {
  return personId(byAdmin ? 'admin@hemline.test' : closetEmail(closet))
}

/** Whether it is an approved item of a closet, and not paused. */
export function isRentable({ picture, byAdmin }: CatalogueEntry): boolean {
  return !byAdmin && approvals[picture] === undefined && picture !== PAUSED
}

/** How many days ago a listing was added. */
export function listedDaysAgo(entry: CatalogueEntry): number {
  // A step coprime to the number of listings visits each one once.
  const place = (catalogue.indexOf(entry) * 37) % catalogue.length
  return ((place + 1) * HOURS_BETWEEN_LISTINGS) / 24
}

type Pictured = Pick<DemoContext, 'db' | 'images'>

/** Cities, brands and all listings with their pictures, the closets' items interleaved by date. */
export async function seedCatalogue(target: Pictured, folder: string, now: Date): Promise<void> {
  const admin = personId('admin@hemline.test')
  const logos = await storePictures(
    target,
    folder,
    brands.map(({ logo }) => ({ picture: logo, use: 'logo', ownerId: admin })),
    now,
  )
  const photos = await storePictures(
    target,
    folder,
    catalogue.map((entry) => ({ picture: entry.picture, use: 'item', ownerId: ownerId(entry) })),
    now,
  )
  const others = await Promise.all(
    OTHER_VIEWS.map((view) =>
      storePictures(
        target,
        folder,
        catalogue.map((entry) => ({
          picture: `${entry.picture}-${view}`,
          use: 'item',
          ownerId: ownerId(entry),
        })),
        now,
      ),
    ),
  )
  await inTransaction(target.db, async (tx) => {
    await seedCities(tx, admin, now)
    await seedBrands(tx, logos, now)
    await addRows(
      tx,
      'clothing_items',
      catalogue.map((entry, index) => itemRow(entry, photos[index] ?? null, now)),
    )
    await seedPhotos(tx, others)
    await seedMeasurements(tx)
  })
}

/** The photos after the front, which is the first photo of each item. */
const OTHER_VIEWS = ['back', 'detail'] as const

async function seedPhotos(tx: Tx, views: readonly (readonly ImageId[])[]) {
  const rows = views.flatMap((images, index) =>
    images.flatMap((image_id, nth) => {
      const entry = catalogue[nth]
      return entry ? [{ item_id: itemId(entry.picture), place: index + 1, image_id }] : []
    }),
  )
  await addRows(tx, 'item_photos', rows)
}

async function seedMeasurements(tx: Tx) {
  const rows = catalogue.map((entry) => {
    const { stretch, bustCm, waistCm, hipsCm, lengthCm } = measurementsOf(entry)
    return {
      item_id: itemId(entry.picture),
      stretch,
      bust_cm: bustCm,
      waist_cm: waistCm,
      hips_cm: hipsCm,
      length_cm: lengthCm,
    }
  })
  await addRows(tx, 'item_measurements', rows)
}

async function seedCities(tx: Tx, admin: PersonId, now: Date) {
  await addRows(
    tx,
    'cities',
    cities.map(({ name, state }) => ({
      id: demoId(`city ${name}`),
      name,
      state,
      created_by: admin,
      created_at: now,
    })),
  )
}

async function seedBrands(tx: Tx, logos: readonly ImageId[], now: Date) {
  await addRows(
    tx,
    'brands',
    brands.map((brand, index) => ({
      id: brandId(brand.name),
      name: brand.name,
      logo_image_id: logos[index] ?? null,
      description: brand.description,
      deal_details: brand.dealDetails,
      created_at: now,
    })),
  )
}

function brandId(name: string): BrandId {
  return demoId(`brand ${name}`)
}

function itemRow(entry: CatalogueEntry, imageId: ImageId | null, now: Date) {
  const closet = entry.byAdmin ? undefined : closets[entry.closet]
  const turnaroundDays = closet?.turnaroundDays
  const listedAt = new Date(now.getTime() - listedDaysAgo(entry) * 24 * HOUR_MS)
  return {
    id: itemId(entry.picture),
    business_id: ownerId(entry),
    title: entry.title,
    description: entry.description,
    image_id: imageId,
    category: entry.category,
    colour: entry.colour,
    fabric: entry.fabric ?? null,
    sleeves: entry.sleeves ?? null,
    hemline: entry.hemline ?? null,
    neckline: entry.neckline ?? null,
    size: entry.size,
    style: entry.style,
    event_type: entry.eventType,
    credits_per_day: entry.creditsPerDay,
    advance_booking: turnaroundDays !== undefined,
    turnaround_days: turnaroundDays ?? 0,
    fit_returns: closet?.fitReturns ?? false,
    brand_id: entry.brand ? brandId(entry.brand) : null,
    approval_status: approvals[entry.picture] ?? ('approved' as const),
    paused: entry.picture === PAUSED,
    created_at: listedAt,
    updated_at: listedAt,
  }
}
