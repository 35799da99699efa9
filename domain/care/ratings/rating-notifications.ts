import { type Db, inTransaction } from '#db/connection.ts'
import type { RatingSide } from '#db/enums.ts'
import type { RentalId } from '#db/ids.ts'
import type { Jobs } from '#db/jobs.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { ownerPageOf } from '#domain/shared/lists/owner-page.ts'
import { pages } from '#domain/shared/pages.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { type MailedRating, ratingEmail } from './rating-emails.ts'
import { ratingEnd } from './rating-limits.ts'

/** The job behind each event of a rental's ratings: one email to each side it concerns. */
export async function notifyAboutRatings(
  db: Db,
  job: Jobs['tell-about-ratings'],
  { origin, timeZone }: { readonly origin: string; readonly timeZone: string },
  now: Date,
): Promise<void> {
  const { rentalId, event } = job
  const rental = await readRental(db, rentalId)
  if (!rental?.completedAt) return
  const ratings = await readRatings(db, rentalId)
  const ratedUntil = ratingEnd(rental.completedAt)
  await inTransaction(db, async (tx) => {
    for (const side of recipients(job)) {
      const other = side === 'renter' ? 'owner' : 'renter'
      const { id, name, email, canWrite, page } = rental[side]
      const own = ratings.get(side)
      const theirs = ratings.get(other)
      const isOver = now >= ratedUntil || theirs?.isPublished === true
      if (event === 'remind' && (own || isOver || !canWrite)) continue
      if (event === 'reply' && own?.reply == null) continue
      if (email === null) continue
      const message = ratingEmail(event, {
        title: rental.title,
        side,
        name,
        otherName: rental[other].name,
        own: published(own),
        theirs: published(theirs),
        ratedUntil: showInstant(ratedUntil, timeZone),
        reason: job.reason ?? own?.hiddenReason ?? '',
        page,
        origin,
      })
      const messageKey = ['rating', event, rentalId, side, job.at].filter(Boolean).join('-')
      await notify(tx, { ...message, to: email, recipientId: id, messageKey }, now)
    }
  })
}

type Read = MailedRating & {
  readonly isPublished: boolean
  readonly hiddenReason: string | null
}

/** The rating to include in an email; null before it is published and while it is hidden. */
function published(rating: Read | undefined): MailedRating | null {
  return rating?.isPublished && rating.hiddenReason === null ? rating : null
}

/** `side` is the side that wrote the rating; a removed reply concerns the other side. */
function recipients({ event, side }: Jobs['tell-about-ratings']): readonly RatingSide[] {
  if (!side) return ['renter', 'owner']
  if (event !== 'remove-reply') return [side]
  return [side === 'renter' ? 'owner' : 'renter']
}

async function readRental(db: Db, rentalId: RentalId) {
  const row = await db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['i.title', 'r.status', 'r.condition_reviewed_at'])
    .select(['renter.id as renter_id', 'renter.full_name as renter_name'])
    .select(['renter.email as renter_email', 'renter.deleted_at as renter_left'])
    .select(['owner.id as owner_id', 'owner.full_name as owner_name'])
    .select(['owner.email as owner_email', 'owner.deleted_at as owner_left'])
    .select(['owner.account_type as owner_type', 'owner.business_status as owner_status'])
    .where('r.id', '=', rentalId)
    .executeTakeFirst()
  if (!row) return null
  const page = ownerPageOf(row, rentalId)
  return {
    title: row.title,
    completedAt: row.condition_reviewed_at,
    renter: {
      id: row.renter_id,
      name: row.renter_name,
      email: row.renter_left ? null : row.renter_email,
      canWrite: row.status === 'completed',
      page: pages.rental(rentalId),
    },
    owner: {
      id: row.owner_id,
      name: row.owner_name,
      email: row.owner_left ? null : row.owner_email,
      canWrite: row.status === 'completed' && page !== null,
      page,
    },
  }
}

async function readRatings(db: Db, rentalId: RentalId): Promise<Map<RatingSide, Read>> {
  const rows = await db
    .selectFrom('ratings')
    .select(['side', 'stars', 'words', 'reply', 'published_at', 'hidden_reason'])
    .where('rental_id', '=', rentalId)
    .execute()
  return new Map(
    rows.map(({ side, stars, words, reply, published_at, hidden_reason }) => [
      side,
      { stars, words, reply, isPublished: published_at !== null, hiddenReason: hidden_reason },
    ]),
  )
}
