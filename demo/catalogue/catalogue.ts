import type { DrivingDistance } from '#db/enums.ts'
import { type CatalogueEntry, catalogueEntry } from './catalogue-entry.ts'
import items from './items.json' with { type: 'json' }

export const catalogue: readonly CatalogueEntry[] = catalogueEntry.array().parse(items)

export const cities = [
  { name: 'New York', state: 'NY' },
  { name: 'Austin', state: 'TX' },
  { name: 'Boston', state: 'MA' },
  { name: 'Chicago', state: 'IL' },
  { name: 'Los Angeles', state: 'CA' },
  { name: 'Savannah', state: 'GA' },
] as const

export type DemoCloset = {
  readonly name: string
  readonly fullName: string
  readonly city: string
  readonly state: string
  readonly phone: string
  readonly instagramHandle: string
  readonly drivingDistance: DrivingDistance
  readonly noticeDays: number
  /** Days between rentals, for a closet whose items can be booked ahead. */
  readonly turnaroundDays?: number
  /** Its items can be sent back when they do not fit. */
  readonly fitReturns?: boolean
}

export const closets: readonly DemoCloset[] = [
  {
    name: 'The Evening Room',
    fullName: 'Margot Ellison',
    city: 'New York',
    state: 'NY',
    phone: '(212) 555-0114',
    instagramHandle: '@theeveningroom.demo',
    drivingDistance: '15 miles',
    noticeDays: 0,
    turnaroundDays: 2,
    fitReturns: true,
  },
  {
    name: 'Plainspoken',
    fullName: 'Naomi Okafor',
    city: 'Austin',
    state: 'TX',
    phone: '(512) 555-0127',
    instagramHandle: '@plainspoken.demo',
    drivingDistance: '20 miles',
    noticeDays: 1,
  },
  {
    name: 'Second Aisle',
    fullName: 'Claire Beaumont',
    city: 'Savannah',
    state: 'GA',
    phone: '(912) 555-0139',
    instagramHandle: '@secondaisle.demo',
    drivingDistance: '10 miles',
    noticeDays: 0,
    turnaroundDays: 1,
  },
  {
    name: 'Lakeshore Tailors',
    fullName: 'Daniel Reyes',
    city: 'Chicago',
    state: 'IL',
    phone: '(312) 555-0148',
    instagramHandle: '@lakeshoretailors.demo',
    drivingDistance: '30+ miles',
    noticeDays: 2,
  },
  {
    name: 'After Eight',
    fullName: 'Priya Raman',
    city: 'Los Angeles',
    state: 'CA',
    phone: '(323) 555-0153',
    instagramHandle: '@aftereight.demo',
    drivingDistance: '20 miles',
    noticeDays: 0,
    turnaroundDays: 1,
    fitReturns: true,
  },
  {
    name: 'Attic & Co.',
    fullName: 'Josephine Hart',
    city: 'New York',
    state: 'NY',
    phone: '(718) 555-0166',
    instagramHandle: '@atticandco.demo',
    drivingDistance: '5 miles',
    noticeDays: 0,
  },
  {
    name: 'Wild Fig',
    fullName: 'Lucia Marin',
    city: 'Austin',
    state: 'TX',
    phone: '(737) 555-0172',
    instagramHandle: '@wildfig.demo',
    drivingDistance: '10 miles',
    noticeDays: 1,
    turnaroundDays: 3,
    fitReturns: true,
  },
  {
    name: 'Beacon Street Wardrobe',
    fullName: 'Eleanor Shaw',
    city: 'Boston',
    state: 'MA',
    phone: '(617) 555-0181',
    instagramHandle: '@beaconstreetwardrobe.demo',
    drivingDistance: '15 miles',
    noticeDays: 0,
  },
]

export type DemoBrand = {
  readonly name: string
  /** The name of a file in demo/pictures, without its extension. */
  readonly logo: string
  readonly description: string
  readonly dealDetails: string
}

export const brands: readonly DemoBrand[] = [
  {
    name: 'Maison Ardelle',
    logo: 'logo-maison-ardelle',
    description: 'Evening gowns with old-fashioned seams and a long memory.',
    dealDetails: 'Private fittings at The Evening Room on Thursdays.',
  },
  {
    name: 'Oriel Lane',
    logo: 'logo-oriel-lane',
    description: 'Quiet shapes in good cloth, made in small runs.',
    dealDetails: 'Every piece leaves freshly steamed.',
  },
  {
    name: 'Vesper & Vine',
    logo: 'logo-vesper-and-vine',
    description: 'Sequins, satin and other reasons to stay out.',
    dealDetails: 'Friday pickup for all party pieces.',
  },
  {
    name: 'Calla Rey',
    logo: 'logo-calla-rey',
    description: 'Painted prints and loose lines for warm places.',
    dealDetails: 'First look at the summer prints for subscribers.',
  },
  {
    name: 'Northwold',
    logo: 'logo-northwold',
    description: 'Tailoring and coats for people who walk to work.',
    dealDetails: 'A free temporary hem on every suit.',
  },
  {
    name: 'Juniper Row',
    logo: 'logo-juniper-row',
    description: 'Denim, knits and the things one always forgets to pack.',
    dealDetails: 'Basics from 7 credits a week.',
  },
]

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
