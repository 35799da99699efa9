import { z } from 'zod'
import { automaticAcceptances, drivingDistances } from '#db/enums.ts'
import {
  itemCategories,
  itemColours,
  itemFabrics,
  itemHemlines,
  itemNecklines,
  itemSleeves,
} from '#db/item-enums.ts'
import brandList from './brands.json' with { type: 'json' }
import closetList from './closets.json' with { type: 'json' }
import items from './items.json' with { type: 'json' }

const catalogueEntry = z.strictObject({
  /** A file in demo/pictures without its extension; `-back` and `-detail` are named after it. */
  picture: z.string(),
  title: z.string(),
  description: z.string(),
  category: z.enum(itemCategories),
  colour: z.enum(itemColours),
  fabric: z.enum(itemFabrics).optional(),
  sleeves: z.enum(itemSleeves).optional(),
  hemline: z.enum(itemHemlines).optional(),
  neckline: z.enum(itemNecklines).optional(),
  style: z.string(),
  eventType: z.string(),
  size: z.enum(['XS', 'S', 'M', 'L', 'XL', 'XXL']),
  /** A week costs seven times as much. */
  creditsPerDay: z.int(),
  /** The brand, if the label is known. */
  brand: z.string().optional(),
  /** The index of its closet in `closets`. */
  closet: z.int(),
  /** Listed by an admin, with the styles and occasions for admins. */
  byAdmin: z.literal(true).optional(),
})

const demoCloset = z.strictObject({
  name: z.string(),
  fullName: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  phone: z.string(),
  instagramHandle: z.string(),
  drivingDistance: z.enum(drivingDistances),
  /** How its pieces change hands besides its delivery. */
  offersPickup: z.literal(true).optional(),
  ships: z.literal(true).optional(),
  /** Whose requests it accepts automatically; nobody's by default. */
  acceptsAutomatically: z.enum(automaticAcceptances).optional(),
  noticeDays: z.int(),
  /** What it says on its public page. */
  about: z.string(),
  /** Days between rentals, for a closet whose items can be booked ahead. */
  turnaroundDays: z.int().optional(),
  /** Its items can be sent back when they do not fit. */
  fitReturns: z.literal(true).optional(),
})

/** A demo listing. */
export type CatalogueEntry = Readonly<z.infer<typeof catalogueEntry>>

export const catalogue: readonly CatalogueEntry[] = catalogueEntry.array().parse(items)

export const closets = demoCloset.array().parse(closetList)

export const cities = [
  { name: 'New York', state: 'NY' },
  { name: 'Austin', state: 'TX' },
  { name: 'Boston', state: 'MA' },
  { name: 'Chicago', state: 'IL' },
  { name: 'Los Angeles', state: 'CA' },
  { name: 'Savannah', state: 'GA' },
] as const

/** The logo is the name of a file in demo/pictures, without its extension. */
export const brands = brandList

/** Pictures that belong to no listing; file names in demo/pictures without extension. */
export const scenes = {
  /** 2000 × 1100, with an empty area on the left. */
  heroes: ['hero-rail-at-dusk', 'hero-morning-rail', 'hero-evening-gowns'],
  /** 1200 × 900. */
  stills: [
    'still-folded-silk',
    'still-buttons-and-thread',
    'still-fabric-rolls',
    'still-wooden-hangers',
  ],
  /** 1000 × 1000. */
  founder: 'founder-portrait',
} as const
