import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { ConversationId, MessageId, RentalId } from '#db/ids.ts'
import { eitherBlocked, hasBlocked } from '#domain/care/blocks/blocks.ts'
import type { Person } from '#domain/shared/actors.ts'
import { decodeNewestFirst, encodeCursor } from '#domain/shared/lists/page.ts'
import { readConversation, type Side, sideOf } from './conversation-side.ts'
import { withdrawableUntil } from './message-limits.ts'
import { type RentalLine, rentalLines } from './rental-lines.ts'

/** A conversation as one of its two sides sees it. */
export type Conversation = NonNullable<Awaited<ReturnType<typeof findConversation>>>

/** The conversation, or null for people on neither side. */
export async function findConversation(db: DbOrTx, person: Person, id: ConversationId) {
  const found = await readConversation(db, id)
  const side = found && sideOf(person, found)
  if (!found || !side) return null
  const otherId = side === 'shopper' ? found.lister_id : found.shopper_id
  const row = await db
    .selectFrom('clothing_items as i')
    .innerJoin('user_profiles as other', (join) => join.on('other.id', '=', otherId))
    .select(['i.id', 'i.title', 'i.image_url', 'other.full_name'])
    .select(
      eitherBlocked(sql`${found.shopper_id}::uuid`, sql`${found.lister_id}::uuid`).as('blocked'),
    )
    .select(hasBlocked(person.id, otherId).as('has_blocked'))
    .where('i.id', '=', found.item_id)
    .executeTakeFirstOrThrow()
  return {
    id,
    side,
    item: { id: row.id, title: row.title, imageUrl: row.image_url },
    other: { id: otherId, fullName: row.full_name },
    unread: side === 'shopper' ? found.shopper_unread : found.lister_unread,
    /** Why nobody can write in it now. */
    readOnly: found.is_closed ? ('closed' as const) : row.blocked ? ('blocked' as const) : null,
    /** Whether the viewer has blocked the other side, which is never told. */
    hasBlocked: row.has_blocked,
  }
}

/** Withdrawn by its writer, or removed by an admin. */
export type Gone = 'withdrawn' | 'removed' | null

export function goneFor(row: {
  readonly withdrawn_at: Date | null
  readonly removed_at: Date | null
}): Gone {
  if (row.removed_at) return 'removed'
  return row.withdrawn_at ? 'withdrawn' : null
}

export type Message = ReturnType<typeof shape>

export type MessagesPage = {
  /** Newest last. */
  readonly messages: readonly Message[]
  /** The steps of the shopper's rentals of the item in the period of this page. */
  readonly lines: readonly RentalLine[]
  /** The cursor of earlier messages. */
  readonly earlier: string | null
}

const MESSAGES_PER_PAGE = 30

/** The messages of a page, newest first, and the oldest of them if there are earlier ones. */
export async function pageOfMessages(
  db: DbOrTx,
  id: ConversationId,
  from: ReturnType<typeof decodeNewestFirst<MessageId>>,
) {
  const rows = await newest(db, id, MESSAGES_PER_PAGE + 1, from)
  const shown = rows.slice(0, MESSAGES_PER_PAGE)
  const oldest = rows.length > MESSAGES_PER_PAGE ? shown.at(-1) : undefined
  const earlier = oldest ? encodeCursor([oldest.written_at.toISOString(), oldest.id]) : null
  return { shown, oldest, earlier }
}

/** A page of a conversation; without a valid cursor, the newest page. */
export async function messagesIn(
  db: Db,
  person: Person,
  { id, side }: Pick<Conversation, 'id' | 'side'>,
  before: string | null,
  now: Date,
): Promise<MessagesPage> {
  const from = decodeNewestFirst<MessageId>(before)
  const { shown, oldest, earlier } = await pageOfMessages(db, id, from)
  const lines = await rentalLines(db, id, {
    from: oldest?.written_at ?? null,
    to: from?.at ?? null,
  })
  return {
    messages: shown.map((row) => shape(row, person, side, now)).toReversed(),
    lines,
    earlier,
  }
}

/** The conversation of a rental and its last messages, for one of its two sides. */
export async function messagesAbout(
  db: Db,
  person: Person,
  rentalId: RentalId,
  now: Date,
): Promise<{ readonly conversation: Conversation; readonly messages: readonly Message[] } | null> {
  const known = await db
    .selectFrom('rentals as r')
    .innerJoin('conversations as c', (join) =>
      join.onRef('c.item_id', '=', 'r.item_id').onRef('c.shopper_id', '=', 'r.renter_id'),
    )
    .select('c.id')
    .where('r.id', '=', rentalId)
    .executeTakeFirst()
  const conversation = known && (await findConversation(db, person, known.id))
  if (!conversation) return null
  const rows = await newest(db, conversation.id, LAST_MESSAGES, null)
  const messages = rows.map((row) => shape(row, person, conversation.side, now)).toReversed()
  return { conversation, messages }
}

/** How many messages the page of a rental shows. */
const LAST_MESSAGES = 3

type MessageRow = Awaited<ReturnType<typeof newest>>[number]

async function newest(
  db: DbOrTx,
  id: ConversationId,
  limit: number,
  before: { readonly at: Date; readonly id: MessageId } | null,
) {
  return await db
    .selectFrom('messages as m')
    .innerJoin('user_profiles as w', 'w.id', 'm.writer_id')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select(['m.id', 'm.body', 'm.image_ids', 'm.written_at', 'm.withdrawn_at'])
    .select('m.removed_at')
    .select(['m.writer_id', 'w.full_name as writer_name', 'c.shopper_id'])
    .where('m.conversation_id', '=', id)
    .$if(before !== null, (query) =>
      query.where(sql<boolean>`(m.written_at, m.id) < (${before?.at}, ${before?.id})`),
    )
    .orderBy('m.written_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit)
    .execute()
}

/** `side` is the viewer's; for items that admins list, any admin is on the side of the lister. */
function shape(row: MessageRow, person: Person, side: Side, now: Date) {
  const isOwn = row.writer_id === person.id
  const gone = goneFor(row)
  return {
    id: row.id,
    writerName: row.writer_name,
    isOwn,
    isOwnSide: (row.writer_id === row.shopper_id) === (side === 'shopper'),
    /** Null when it is gone, and so are its photos. */
    body: gone ? null : row.body,
    gone,
    imageIds: gone ? [] : row.image_ids,
    writtenAt: row.written_at,
    mayWithdraw: isOwn && !gone && now <= withdrawableUntil(row.written_at),
  }
}
