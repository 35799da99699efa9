import type { RatingSide } from '#db/enums.ts'
import { hideRating, showRating } from '#domain/care/ratings/hide-rating.ts'
import { publishDueRatings } from '#domain/care/ratings/publish-ratings.ts'
import { rate } from '#domain/care/ratings/ratings.ts'
import { replyToRating } from '#domain/care/ratings/reply.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import * as ratings from './model/ratings.ts'
import type { Rental } from './model/state.ts'
import { type Action, expectOutcome, note, type Simulation, someone } from './simulation.ts'

const WORDS: readonly [string, ...string[]] = ['Lovely silk.', '', 'A little long.']

type Writer = Shopper | ClosetOwner | Admin

/** The writer for a side of a rental, or sometimes another person. */
function writerOf(
  { world, random }: Simulation,
  { renter, item }: Rental,
  side: RatingSide,
): Writer | undefined {
  if (side === 'renter') return world.people.find(({ id }) => id === renter)
  if (!item.earns) return random.pick([world.admin, world.otherAdmin])
  return world.closets.find(({ id }) => id === item.lister)
}

/** One side of a rental reviews the other, sometimes twice, too late or with invalid input. */
export const rateOne: Action = async (play) => {
  const { world, model, random } = play
  const open = model.rentals.filter(
    (one) => one.state === 'completed' && model.now < (one.completedAt ?? 0) + 14 * 86_400_000,
  )
  const half = open.filter((one) => ratings.ratingsOf(model, one).length === 1)
  const rated = model.ratings.slice(-12).map(({ rental }) => rental)
  const others = random.oneIn(3) ? rated : model.rentals.slice(-12)
  const likely = half.length > 0 && random.oneIn(2) ? half : open
  const rental = random.one(random.oneIn(5) ? others : likely)
  const side = random.pick(['renter', 'owner'] as const)
  const own = rental && writerOf(play, rental, side)
  if (!rental || !own) return null
  const strangers = [someone(play), world.otherAdmin, random.pick(world.closets)]
  const who = (random.oneIn(15) ? random.one<Writer>(strangers) : null) ?? own
  const stars = random.oneIn(10) ? random.pick([null, 0, 6]) : random.between(1, 5)
  const words = random.oneIn(15) ? 'o'.repeat(2001) : random.pick(WORDS)
  note(play, `${who.id} reviews rental ${rental.id} (${rental.state}): ${stars}`)
  const nothing = { fit: null, usualSize: null, heightCm: null, imageIds: [] }
  const input = { rentalId: rental.id, stars, words, ...nothing }
  const answer = () => rate(world.db, who, input, world.clock.now())
  const [answered, again] = random.oneIn(5)
    ? await Promise.all([answer(), answer()])
    : [await answer(), null]
  const viewer = { id: who.id, isAdmin: who.accountType === 'admin' }
  const expect = () => ratings.rate(model, rental, viewer, { stars, words })
  expectOutcome(play, 'review', answered, expect())
  if (again) expectOutcome(play, 'review again', again, expect())
  await learnIds(play, rental)
  return []
}

async function learnIds({ world, model }: Simulation, rental: Rental): Promise<void> {
  const own = ratings.ratingsOf(model, rental).filter(({ id }) => id === null)
  if (own.length === 0) return
  const rows = await world.db
    .selectFrom('ratings')
    .select(['id', 'side'])
    .where('rental_id', '=', rental.id)
    .execute()
  for (const one of own) one.id = rows.find(({ side }) => side === one.side)?.id ?? null
}

/** The hourly job for reviews. */
export const publishSome: Action = async (play) => {
  note(play, 'reviews are published')
  await publishDueRatings(play.world.db, play.world.clock.now())
  ratings.publishDue(play.model)
  return []
}

export const replyOne: Action = async (play) => {
  const { world, model, random } = play
  const published = model.ratings.filter((one) => one.publishedAt !== null)
  const open = published.filter((one) => one.reply === null)
  const rating = random.one(random.oneIn(4) ? model.ratings.slice(-10) : open.slice(-8))
  if (!rating?.id) return null
  const other = rating.side === 'renter' ? 'owner' : 'renter'
  const own = writerOf(play, rating.rental, other)
  const who = random.oneIn(10) ? someone(play) : own
  if (!who) return null
  const words = random.oneIn(6) ? ' ' : random.pick(['Thank you.', 'Thank you.', 'A pity.'])
  note(play, `${who.id} replies to the review ${rating.id}`)
  const input = { ratingId: rating.id, words }
  const answered = await replyToRating(world.db, who, input, world.clock.now())
  const viewer = { id: who.id, isAdmin: who.accountType === 'admin' }
  expectOutcome(play, 'reply', answered, ratings.reply(model, rating, viewer, words))
  return []
}

/** An admin hides a review, or shows it again. */
export const moderateOne: Action = async (play) => {
  const { world, model, random } = play
  const rating = random.one(model.ratings.slice(-15))
  if (!rating?.id) return null
  const now = world.clock.now()
  if (rating.isHidden && random.oneIn(2)) {
    note(play, `the review ${rating.id} is shown again`)
    const shown = await showRating(world.db, world.admin, rating.id, now)
    expectOutcome(play, 'show review', shown, ratings.show(rating))
    return []
  }
  const reason = random.oneIn(5) ? ' ' : 'It names a person.'
  note(play, `the review ${rating.id} is hidden`)
  const hidden = await hideRating(world.db, world.admin, { ratingId: rating.id, reason }, now)
  expectOutcome(play, 'hide review', hidden, ratings.hide(rating, reason))
  return []
}
