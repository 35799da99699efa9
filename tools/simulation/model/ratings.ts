import type { PersonId, RatingId } from '#db/ids.ts'
import { count, type Item, type Model, type Rental } from './state.ts'

// Reviews of completed rentals. Each side writes without seeing the other's review.

const DAY_MS = 86_400_000
const RATING_MS = 14 * DAY_MS
const REPLY_MS = 30 * DAY_MS
const MAX_CHARACTERS = 2000

export type Side = 'renter' | 'owner'

export type Rating = {
  readonly rental: Rental
  readonly side: Side
  /** Its id in the world. */
  id: RatingId | null
  writer: PersonId
  stars: number
  words: string
  /** When it is published even if the other side has not written. */
  dueAt: number
  publishedAt: number | null
  isHidden: boolean
  reply: string | null
}

export type Viewer = { readonly id: PersonId; readonly isAdmin: boolean }

/** The side for which a person writes; any admin can for items of admins. */
function sideOf({ renter, item }: Rental, { id, isAdmin }: Viewer): Side | null {
  if (id === renter) return 'renter'
  return id === item.lister || (isAdmin && !item.earns) ? 'owner' : null
}

export function ratingsOf(model: Model, rental: Rental): Rating[] {
  return model.ratings.filter((one) => one.rental === rental)
}

function endOf({ state, completedAt }: Rental): number | null {
  return state === 'completed' && completedAt !== null ? completedAt + RATING_MS : null
}

/** A person reviews the other side or changes the review. Returns what the command should. */
export function rate(
  model: Model,
  rental: Rental,
  who: Viewer,
  { stars, words: written }: { readonly stars: number | null; readonly words: string },
): string {
  const side = sideOf(rental, who)
  if (!side) return 'rental-not-found'
  const words = written.trim()
  const own = ratingsOf(model, rental).find((one) => one.side === side)
  const other = ratingsOf(model, rental).find((one) => one.side !== side)
  if (own && own.publishedAt !== null)
    return own.stars === stars && own.words === words ? 'done' : 'rating-published'
  if (other && other.publishedAt !== null) return 'rating-too-late'
  const end = endOf(rental)
  if (end === null) return 'not-completed'
  if (model.now >= end) return 'rating-too-late'
  if (stars === null || stars < 1 || stars > 5) return 'stars-missing'
  if (words.length > MAX_CHARACTERS) return 'words-too-long'
  const saved = { writer: who.id, stars, words, dueAt: end }
  if (own) Object.assign(own, saved)
  else
    model.ratings.push({
      ...{ rental, side, ...saved },
      ...{ id: null, publishedAt: null, isHidden: false, reply: null },
    })
  if (own) count(model, 'review changed before it was published')
  if (other) {
    publish(model, rental)
    count(model, 'reviews published together')
  }
  return 'done'
}

function publish(model: Model, rental: Rental): void {
  for (const one of ratingsOf(model, rental)) one.publishedAt ??= model.now
}

/** The job: publishes a single review after 14 days, which restart if the rental ends again. */
export function publishDue(model: Model): void {
  const due = model.ratings.filter((one) => one.publishedAt === null && one.dueAt <= model.now)
  for (const { rental } of due) {
    const end = endOf(rental) ?? model.now + RATING_MS
    const waiting = ratingsOf(model, rental).filter((one) => one.publishedAt === null)
    if (end > model.now) {
      for (const one of waiting) one.dueAt = end
      count(model, 'review waits longer')
    } else if (waiting.length > 0) {
      publish(model, rental)
      count(model, 'review published alone')
    }
  }
}

/** The person whom a review is about replies once. */
export function reply(model: Model, rating: Rating, who: Viewer, written: string): string {
  const side = sideOf(rating.rental, who)
  const words = written.trim()
  if (rating.publishedAt === null || rating.isHidden || side === null || side === rating.side)
    return 'rating-not-found'
  if (rating.reply !== null) return rating.reply === words ? 'done' : 'already-replied'
  if (model.now >= rating.publishedAt + REPLY_MS) return 'reply-too-late'
  if (words === '') return 'words-missing'
  rating.reply = words
  return 'done'
}

/** An admin hides it for its words. */
export function hide(rating: Rating, reason: string): string {
  if (rating.publishedAt === null) return 'rating-not-found'
  if (rating.isHidden) return 'already-hidden'
  if (rating.words === '') return 'only-stars'
  if (reason.trim() === '') return 'reason-missing'
  rating.isHidden = true
  return 'done'
}

export function show(rating: Rating): string {
  if (rating.publishedAt === null) return 'rating-not-found'
  rating.isHidden = false
  return 'done'
}

/** What somebody sees of the reviews of a rental; null when they have no part in it. */
export function seenBy(model: Model, rental: Rental, who: Viewer): readonly string[] | null {
  const side = sideOf(rental, who)
  if (side === null && !who.isAdmin) return null
  const visible = ratingsOf(model, rental).filter(
    (one) => one.side === side || (one.publishedAt !== null && (side === null || !one.isHidden)),
  )
  const hidden = ratingsOf(model, rental).filter((one) => one.publishedAt === null)
  if (hidden.some((one) => one.side !== side)) count(model, 'review not seen by the other side')
  if (endOf(rental) === null && visible.length === 0) return null
  return visible.map((one) => {
    const until = (one.publishedAt ?? 0) + REPLY_MS
    const isOpen = side !== null && one.side !== side && one.reply === null && model.now < until
    return [one.side, one.stars, one.words, one.publishedAt, one.isHidden, one.reply, isOpen].join()
  })
}

/** Until when they can write or change theirs; null when they cannot. */
export function writableUntil(model: Model, rental: Rental, who: Viewer): number | null {
  const end = endOf(rental)
  if (sideOf(rental, who) === null || end === null || model.now >= end) return null
  return ratingsOf(model, rental).some(({ publishedAt }) => publishedAt !== null) ? null : end
}

/** What everybody sees of an item, the newest first. */
export function shownOf(model: Model, item: Item): readonly Rating[] {
  const at = ({ publishedAt }: Rating) => publishedAt ?? 0
  return model.ratings
    .filter(
      (one) =>
        one.rental.item === item &&
        one.side === 'renter' &&
        one.publishedAt !== null &&
        !one.isHidden,
    )
    .toSorted((a, b) => at(b) - at(a) || ((a.id ?? '') < (b.id ?? '') ? 1 : -1))
}
