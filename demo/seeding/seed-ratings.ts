import type { Db } from '#db/connection.ts'
import type { ImageId, RentalId } from '#db/ids.ts'
import { catalogue } from '#demo/catalogue/catalogue.ts'
import { publishDueRatings } from '#domain/care/ratings/publish-ratings.ts'
import { ratingEnd } from '#domain/care/ratings/rating-limits.ts'
import { rate } from '#domain/care/ratings/ratings.ts'
import { replyToRating } from '#domain/care/ratings/reply.ts'
import { countFitAnswers } from '#domain/catalogue/fit/fit-answers.ts'
import { asClosetOwner, type ClosetOwner, type Shopper } from '#domain/shared/actors.ts'
import { demoHistory } from './demo-history.ts'
import { demoShopper } from './demo-payments.ts'
import { type DemoRental, type DemoReview, reviewedRentals } from './demo-rentals.ts'
import { closetEmail, findPerson } from './seed-people.ts'
import { dropEmails, emailOf, keyOf } from './seed-rentals.ts'
import { type Pictured, storePictures } from './store-pictures.ts'

const DAY_MS = 86_400_000

/** Reviews by both sides of completed rentals, written a day or two after them. */
export async function seedRatings(context: Pictured, folder: string, now: Date): Promise<void> {
  const { db } = context
  for (const rental of [...demoHistory, ...reviewedRentals]) {
    const renter = await demoShopper(db, emailOf(rental.renter))
    const photos = (rental.byRenter?.photos ?? []).map((picture) => ({
      ...({ picture, use: 'rating', ownerId: renter.id, isFree: true } as const),
    }))
    const imageIds = photos.length > 0 ? await storePictures(context, folder, photos, now) : []
    await seedRating(db, rental, imageIds, now)
  }
  // Otherwise a job of the next night does it.
  await countFitAnswers(db)
  await dropEmails(db, 'tell-about-ratings')
}

async function seedRating(
  db: Db,
  rental: DemoRental,
  imageIds: readonly ImageId[],
  now: Date,
): Promise<void> {
  const row = await db
    .selectFrom('rentals')
    .select(['id', 'condition_reviewed_at'])
    .where('request_key', '=', keyOf(rental))
    .executeTakeFirstOrThrow()
  const completedAt = row.condition_reviewed_at
  if (!completedAt) throw new Error(`the demo's rental of ${rental.item} is not completed`)
  const after = (days: number) => new Date(completedAt.getTime() + days * DAY_MS)
  const { byRenter, byCloset, reply } = rental
  const shopper = await demoShopper(db, emailOf(rental.renter))
  const closet = await closetOf(db, rental)
  if (byRenter) await give(db, shopper, row.id, { ...byRenter, imageIds }, after(1))
  if (byCloset) await give(db, closet, row.id, byCloset, after(2))
  const end = ratingEnd(completedAt)
  if (end <= now) await publishDueRatings(db, end)
  if (reply) await answer(db, closet, { rentalId: row.id, words: reply }, after(3))
}

async function closetOf(db: Db, { item }: DemoRental): Promise<ClosetOwner> {
  const entry = catalogue.find(({ picture }) => picture === item)
  const closet = entry && asClosetOwner(await findPerson(db, closetEmail(entry.closet)))
  if (!closet) throw new Error(`the catalogue has no closet with ${item}`)
  return closet
}

const NOTHING = { fit: null, usualSize: null, heightCm: null, imageIds: [] }

type Given = DemoReview & { readonly imageIds?: readonly ImageId[] }

async function give(
  db: Db,
  who: Shopper | ClosetOwner,
  rentalId: RentalId,
  { photos: _, ...review }: Given,
  at: Date,
): Promise<void> {
  const given = await rate(db, who, { rentalId, ...NOTHING, ...review }, at)
  // A second seeding finds ratings that the first one published.
  if (!given.ok && given.problem.reason !== 'rating-published')
    throw new Error(`the demo's review: ${given.problem.reason}`)
}

async function answer(
  db: Db,
  closet: ClosetOwner,
  { rentalId, words }: { readonly rentalId: RentalId; readonly words: string },
  at: Date,
): Promise<void> {
  const { id } = await db
    .selectFrom('ratings')
    .select('id')
    .where('rental_id', '=', rentalId)
    .where('side', '=', 'renter')
    .executeTakeFirstOrThrow()
  const replied = await replyToRating(db, closet, { ratingId: id, words }, at)
  if (!replied.ok) throw new Error(`the demo's reply: ${replied.problem.reason}`)
}
