import type { Db } from '#db/connection.ts'
import type { RentalId } from '#db/ids.ts'
import { type RatingInput, rate } from '#domain/care/ratings/ratings.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import type { Site } from '#test/app.ts'
import { LONG_NAME, LONG_TITLE } from '#test/make/long-words.ts'
import { make } from '#test/make/make.ts'
import { readRow } from '#test/postgres/rows.ts'

/** A rating with stars only. */
export function stars(
  rentalId: RentalId,
  given: number | null,
  more: Partial<RatingInput> = {},
): RatingInput {
  const nothing = { words: '', fit: null, usualSize: null, heightCm: null, imageIds: [] }
  return { rentalId, stars: given, ...nothing, ...more }
}

type Completed = {
  readonly closet?: ClosetOwner
  readonly renter?: Shopper
  readonly item?: Awaited<ReturnType<ReturnType<typeof make>['item']>>
}

/** A rental that was completed at `completedAt`. */
export async function completedRental(db: Db, completed: Completed, completedAt: Date) {
  const made = make(db)
  const closet = completed.closet ?? (await made.closet())
  const renter = completed.renter ?? (await made.shopper())
  const item = completed.item ?? (await made.item({ closet }))
  const rental = await made.rental({ item, renter, status: 'completed', createdAt: completedAt })
  return { rentalId: rental.id, closet, renter, item }
}

type Rated = Completed & {
  /** What each side writes, if it writes a review. */
  readonly byRenter?: Partial<RatingInput>
  readonly byCloset?: Partial<RatingInput>
}

/** A completed rental with its reviews, which are published if both sides wrote one. */
export async function ratedRental(db: Db, { byRenter, byCloset, ...completed }: Rated, at: Date) {
  const rental = await completedRental(db, completed, at)
  const { rentalId, renter, closet } = rental
  if (byRenter) assertOk(await rate(db, renter, stars(rentalId, 5, byRenter), at))
  if (byCloset) assertOk(await rate(db, closet, stars(rentalId, 5, byCloset), at))
  return rental
}

function assertOk(outcome: { ok: boolean; problem?: { reason: string } }): void {
  if (!outcome.ok) throw new Error(outcome.problem?.reason)
}

/** A rental to review, and one that both sides reviewed with long words. */
export async function reviewsAtEachStage(
  db: Db,
  { closet, name, words }: { closet: ClosetOwner; name: string; words: string },
  now: Date,
) {
  const made = make(db)
  const renter = await made.shopper({ full_name: name })
  const open = await completedRental(db, { closet, renter }, now)
  const worn = { fit: 'small', usualSize: 'M', heightCm: 170 } as const
  const item = await made.item({ closet, title: words })
  const byCloset = { words, stars: 1 }
  const both = await ratedRental(
    db,
    { closet, renter, item, byRenter: { words, ...worn }, byCloset },
    now,
  )
  const { id } = await readRow(db, 'ratings', 'id', { rental_id: both.rentalId, side: 'renter' })
  return { renter, open: open.rentalId, both: both.rentalId, itemId: item.id, ratingId: id }
}

/** The page of an item whose renter shows photos of themselves in it. */
async function wornPhotos(site: Site, closet: ClosetOwner): Promise<string> {
  const { db, clock } = site
  const { rentalId, renter, item } = await completedRental(db, { closet }, clock.now())
  const form = new FormData()
  const fields = { answer: 'rate', stars: '5', words: LONG_TITLE, fit: 'true', usual_size: 'M' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const name of ['front.png', 'back.png'])
    form.append(
      'rating_photos',
      new File([new Uint8Array(flatPng(300, 400))], name, { type: 'image/png' }),
    )
  const sent = await site.post(`/my-rentals/${rentalId}`, form, { as: renter })
  if (sent.status !== 302) throw new Error(`not reviewed: ${sent.status} ${sent.text('main')}`)
  assertOk(await rate(db, closet, stars(rentalId, 4), clock.now()))
  return `/item/${item.id}`
}

/** The same with words that are too long for their column. */
export async function longReviews(site: Site, closet: ClosetOwner) {
  const { db, clock } = site
  const long = { closet, name: LONG_NAME, words: LONG_TITLE }
  const reviews = await reviewsAtEachStage(db, long, clock.now())
  return { ...reviews, worn: await wornPhotos(site, closet) }
}

type Reviewed = Awaited<ReturnType<typeof longReviews>>

/** The screens of reviews: route, state, path, and who opens it. */
export function reviewScreens(
  { renter, open, both, itemId, ratingId, worn }: Reviewed,
  { closet, admin }: { closet: ClosetOwner; admin: Admin },
) {
  return [
    {
      route: 'account/rentals/my-rental',
      state: 'to review',
      path: `/my-rentals/${open}`,
      as: renter,
    },
    {
      route: 'account/rentals/my-rental',
      state: 'reviewed',
      path: `/my-rentals/${both}`,
      as: renter,
    },
    { route: 'business/rental', state: 'reviewed', path: `/business/rentals/${both}`, as: closet },
    { route: 'storefront/item', state: 'reviewed', path: `/item/${itemId}`, as: admin },
    { route: 'storefront/item', state: 'photos of wearers', path: worn, as: renter },
    { route: 'storefront/item', state: 'one photo', path: `${worn}?photo=1`, as: renter },
    {
      route: 'admin/cases/reviews',
      state: 'asked to hide',
      path: `/admin/reviews?hide=${ratingId}`,
      as: admin,
    },
  ]
}
