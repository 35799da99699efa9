import { findConversation, messagesIn } from '#domain/care/messages/conversation-queries.ts'
import { isClosed } from '#domain/care/messages/conversation-side.ts'
import { itemRatings } from '#domain/care/ratings/item-ratings.ts'
import { findRatings } from '#domain/care/ratings/rating-queries.ts'
import type { Person } from '#domain/shared/actors.ts'
import { instant, sorted } from './compare.ts'
import { expectSameLines } from './compare-calendars.ts'
import * as messages from './model/messages.ts'
import * as ratings from './model/ratings.ts'
import { count } from './model/state.ts'
import { type Simulation, same, someone } from './simulation.ts'

// Compares stored reviews and messages and what each person sees of them.

export async function compareReviews(play: Simulation): Promise<void> {
  const { world, model } = play
  const rows = await world.db.selectFrom('ratings').selectAll().execute()
  expectSameLines(
    'reviews',
    sorted(
      rows.map((one) => [
        ...[one.id, one.rental_id, one.side, one.writer_id, one.stars, one.words],
        ...[instant(one.due_at), instant(one.published_at), one.hidden_at !== null, one.reply],
      ]),
    ),
    sorted(
      model.ratings.map((one) => [
        ...[one.id, one.rental.id, one.side, one.writer, one.stars, one.words],
        ...[instant(one.dueAt), instant(one.publishedAt), one.isHidden, one.reply],
      ]),
    ),
  )
  await compareSeenReviews(play)
  await compareItemReviews(play)
}

/** What a person sees of a rental's reviews. */
async function compareSeenReviews(play: Simulation): Promise<void> {
  const { world, model, random } = play
  const unpublished = model.ratings.filter(({ publishedAt }) => publishedAt === null)
  const some = (random.oneIn(2) ? unpublished : model.ratings).map(({ rental }) => rental)
  const rental = random.one(random.oneIn(8) ? model.rentals.slice(-10) : some)
  if (!rental) return
  const sides = [...world.people, ...world.closets].filter(
    ({ id }) => id === rental.renter || id === rental.item.lister,
  )
  const anybody = random.pick([world.admin, world.otherAdmin, someone(play)])
  const who = random.oneIn(3) ? anybody : (random.one(sides) ?? anybody)
  const viewer = { id: who.id, isAdmin: who.accountType === 'admin' }
  const seen = await findRatings(world.db, who, rental.id, world.clock.now())
  const expected = ratings.seenBy(model, rental, viewer)
  const shown = seen?.ratings.map((one) =>
    [
      ...[one.side, one.stars, one.words, one.publishedAt?.getTime() ?? null],
      ...[one.hiddenReason !== null, one.reply, one.replyUntil !== null],
    ].join(),
  )
  const text = (lines: readonly string[] | null | undefined) => lines?.toSorted().join('; ') ?? null
  same(`the reviews of ${rental.id} for ${who.id}`, text(shown), text(expected))
  if (seen)
    same(
      `until when ${who.id} reviews ${rental.id}`,
      seen.writableUntil?.getTime() ?? null,
      ratings.writableUntil(model, rental, viewer),
    )
}

/** What everyone sees of an item's reviews, and its totals. */
async function compareItemReviews({ world, model, random }: Simulation): Promise<void> {
  const item = random.one(model.items)
  if (!item) return
  const shown = ratings.shownOf(model, item)
  const page = await itemRatings(world.db, { itemId: item.id, like: null, after: null })
  same(
    `the reviews of ${item.id}`,
    page.rows.map(({ id }) => id).join(),
    shown
      .slice(0, 6)
      .map(({ id }) => id)
      .join(),
  )
  const sums = await world.db
    .selectFrom('item_rating_sums')
    .select(['ratings', 'stars'])
    .where('item_id', '=', item.id)
    .executeTakeFirst()
  same(`how many reviews ${item.id} has`, sums?.ratings ?? 0, shown.length)
  const stars = shown.reduce((sum, one) => sum + one.stars, 0)
  same(`the stars of ${item.id}`, sums?.stars ?? 0, stars)
}

export async function compareMessages(play: Simulation): Promise<void> {
  const { world, model } = play
  const [conversations, written] = await Promise.all([
    world.db
      .selectFrom('conversations as c')
      .selectAll()
      .select(isClosed('c').as('isClosed'))
      .execute(),
    world.db.selectFrom('messages').selectAll().execute(),
  ])
  expectSameLines(
    'conversations',
    sorted(
      conversations.map((one) => [
        ...[one.id, one.item_id, one.shopper_id, one.lister_id, one.isClosed],
        ...[one.shopper_unread, one.lister_unread],
      ]),
    ),
    sorted(
      model.conversations.map((one) => [
        ...[one.id, one.item.id, one.shopper, one.item.lister, one.isClosed],
        ...(['shopper', 'lister'] as const).map((side) => messages.unreadOf(model, one, side)),
      ]),
    ),
  )
  expectSameLines(
    'messages',
    sorted(
      written.map((one) => [
        ...[one.id, one.conversation_id, one.writer_id, one.body],
        ...[instant(one.written_at), one.withdrawn_at !== null],
      ]),
    ),
    sorted(
      model.messages.map((one) => [
        ...[one.id, one.conversation.id, one.writer, one.body],
        ...[instant(one.writtenAt), one.isWithdrawn],
      ]),
    ),
  )
  await compareSeenMessages(play)
}

/** What a person sees of a conversation. */
async function compareSeenMessages(play: Simulation): Promise<void> {
  const { world, model, random } = play
  const conversation = random.one(model.conversations)
  if (!conversation) return
  const { shopper, item } = conversation
  const sides = [...world.people, ...world.closets].filter(
    ({ id }) => id === shopper || id === item.lister,
  )
  const anybody: readonly Person[] = [world.admin, random.pick(world.closets), someone(play)]
  const who = random.one(random.oneIn(4) || sides.length === 0 ? anybody : sides)
  if (!who) return
  const seen = await findConversation(world.db, who, conversation.id)
  const viewer = { id: who.id, isAdmin: who.accountType === 'admin' }
  const side = messages.sideIn(conversation, viewer)
  same(`the side of ${who.id}`, seen?.side ?? null, side)
  if (!seen) return count(model, 'conversation of others not seen')
  const why = messages.isBlocked(model, shopper, item.lister) ? 'blocked' : null
  same('why nobody writes', seen.readOnly, conversation.isClosed ? 'closed' : why)
  const page = await messagesIn(world.db, who, seen, null, world.clock.now())
  const all = messages.messagesOf(model, conversation)
  const inOrder = all.toSorted((a, b) => a.writtenAt - b.writtenAt).slice(-30)
  same(
    `the messages of ${conversation.id}`,
    page.messages.map(({ body }) => body).join('; '),
    inOrder.map(({ body, isWithdrawn }) => (isWithdrawn ? null : body)).join('; '),
  )
}
