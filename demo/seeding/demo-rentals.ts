import { z } from 'zod'
import { ratedFits, usualSizes } from '#db/enums.ts'
import rentals from './rentals.json' with { type: 'json' }

const review = z.strictObject({
  stars: z.int(),
  words: z.string(),
  fit: z.enum(ratedFits).optional(),
  usualSize: z.enum(usualSizes).optional(),
  heightCm: z.int().optional(),
  /** Files in demo/pictures, without their extension. */
  photos: z.string().array().optional(),
})

const demoRental = z.strictObject({
  /** The picture of the item. */
  item: z.string(),
  /** The name of one of the demo's people, or 'shopper' for the demo account. */
  renter: z.string(),
  state: z
    .enum(['pending', 'confirmed', 'delivered', 'late', 'returned', 'completed', 'cancelled'])
    .default('completed'),
  /** Days from today: when it was requested, and when it starts. */
  requested: z.number(),
  starts: z.int(),
  days: z.int().default(7),
  /** What its sides wrote about each other, and what the closet replied to the renter. */
  byRenter: review.optional(),
  byCloset: review.optional(),
  reply: z.string().optional(),
})

export type DemoReview = Readonly<z.infer<typeof review>>
export type DemoRental = Readonly<z.infer<typeof demoRental>>

/**
 * Completed rentals with reviews. Most are of one item of the demo closet; the last one can still be
 * reviewed by the shopper.
 */
export const reviewedRentals: readonly DemoRental[] = demoRental.array().parse(rentals.reviewed)

/** Of the same item, before the others had credits: 9 of its 11 renters say that it is true to size. */
export const earlierRentals: readonly DemoRental[] = demoRental.array().parse(rentals.earlier)

/**
 * The first six belong to the demo closet; with the reviewed rentals they cover every stage. Some
 * items are booked ahead: several rentals, with days between them. The shopper's tuxedo jacket is at
 * risk, because it is late in the rental before.
 */
export const demoRentals: readonly DemoRental[] = demoRental.array().parse(rentals.others)

/** The rental whose renter asks to send the item back. */
export const sentBackRental = { item: 'petal-boucle-jacket', renter: 'Iris Vale', starts: -1 }

/** The rental that came back damaged: its renter appeals against what the closet withholds. */
export const damagedRental = { item: 'oyster-bow-blouse', renter: 'Mei Tanaka', starts: -12 }

export const rentersOfThePast: readonly string[] = rentals.rentersOfThePast
