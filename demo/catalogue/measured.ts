import type { Stretch } from '#db/enums.ts'
import type { ItemCategory } from '#db/item-enums.ts'
import type { FitPoint, Measurements } from '#domain/accounts/sizes/should-fit.ts'
import type { CatalogueEntry } from './catalogue.ts'

// The measurements of the demo's items: the body of their size plus the ease of their cut.

type Cm = Readonly<Record<FitPoint, number>>

const bodies: Readonly<Record<CatalogueEntry['size'], Cm>> = {
  XS: { bust: 80, waist: 62, hips: 88 },
  S: { bust: 84, waist: 66, hips: 92 },
  M: { bust: 89, waist: 71, hips: 97 },
  L: { bust: 96, waist: 78, hips: 104 },
  XL: { bust: 104, waist: 87, hips: 112 },
  XXL: { bust: 112, waist: 97, hips: 120 },
}

type Cut = {
  /** The points where the item fits closely enough to be measured. */
  readonly at: readonly FitPoint[]
  readonly easeCm: number
  readonly lengthCm: number
}

const upper = ['bust', 'waist'] as const
const lower = ['waist', 'hips'] as const
const whole = ['bust', 'waist', 'hips'] as const

const cuts: Readonly<Record<ItemCategory, Cut>> = {
  Dress: { at: whole, easeCm: 4, lengthCm: 112 },
  Gown: { at: whole, easeCm: 3, lengthCm: 152 },
  Top: { at: upper, easeCm: 6, lengthCm: 61 },
  Skirt: { at: lower, easeCm: 3, lengthCm: 72 },
  Trousers: { at: lower, easeCm: 3, lengthCm: 105 },
  Jumpsuit: { at: whole, easeCm: 4, lengthCm: 148 },
  Suit: { at: whole, easeCm: 6, lengthCm: 73 },
  Jacket: { at: upper, easeCm: 8, lengthCm: 64 },
  Coat: { at: upper, easeCm: 9, lengthCm: 106 },
  Knitwear: { at: upper, easeCm: 7, lengthCm: 62 },
  Accessory: { at: [], easeCm: 0, lengthCm: 40 },
}

/** Stretchy fabrics are cut closer. */
const closerCm: Readonly<Record<Stretch, number>> = { none: 0, some: 3, much: 8 }

export function measurementsOf({ picture, category, size }: CatalogueEntry): Measurements {
  const stretch = stretchOf(picture)
  const { at, easeCm, lengthCm } = cuts[category]
  const own = halfCentimetresOf(picture)
  const around = (point: FitPoint) =>
    at.includes(point) ? bodies[size][point] + easeCm - closerCm[stretch] + own : null
  const isShort = picture.includes('mini')
  return {
    stretch,
    bustCm: around('bust'),
    waistCm: around('waist'),
    hipsCm: around('hips'),
    lengthCm: (isShort ? lengthCm - 26 : lengthCm) + own,
  }
}

function stretchOf(picture: string): Stretch {
  if (/knit|rib|roll-neck|sweater|breton/.test(picture)) return 'much'
  return /velvet|sequin|denim-jacket|slip/.test(picture) ? 'some' : 'none'
}

/** 0 to 1.5, so that items of the same size differ a little. */
function halfCentimetresOf(picture: string): number {
  let sum = 0
  for (const character of picture) sum += character.charCodeAt(0)
  return (sum % 4) / 2
}
