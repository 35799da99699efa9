import { type InferResult, sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { ConversationId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { decodeNewestFirst, type Page, toPage } from '#domain/shared/lists/page.ts'
import { goneFor } from './conversation-queries.ts'
import { isClosed, isListerFor, listersOf, type Side } from './conversation-side.ts'

export type ListedConversation = ReturnType<typeof listed>

const CONVERSATIONS_PER_PAGE = 24
const SHOWN_CHARACTERS = 120

type From = ReturnType<typeof decodeNewestFirst<ConversationId>>

/**
 * A page of a person's conversations, on both sides, latest message first. Reads one page for each
 * person they write for.
 */
export async function conversationsOf(
  db: Db,
  person: Person,
  after: string | null,
): Promise<Page<ListedConversation>> {
  const from = decodeNewestFirst<ConversationId>(after)
  const [opened, answered] = await Promise.all([
    rowsOf(db, person, 'shopper', from).execute(),
    rowsOf(db, person, 'lister', from).execute(),
  ])
  // An admin may have opened a conversation about another admin's item before becoming an admin.
  const known = new Set(opened.map(({ id }) => id))
  const rows = [
    ...opened.map((row) => ({ ...row, side: 'shopper' as const })),
    ...answered
      .filter(({ id }) => !known.has(id))
      .map((row) => ({ ...row, side: 'lister' as const })),
  ].toSorted(newestFirst)
  const page = toPage(rows, (row) => [row.at.toISOString(), row.id], CONVERSATIONS_PER_PAGE)
  return { rows: page.rows.map(listed), next: page.next }
}

function rowsOf(db: Db, person: Person, side: Side, from: From) {
  const isShopper = side === 'shopper'
  return db
    .selectFrom('user_profiles as own')
    .innerJoinLateral(
      (select) =>
        select
          .selectFrom('conversations as t')
          .select(['t.id', 't.item_id', 't.shopper_id', 't.lister_id', 't.last_message_at as at'])
          .select(isShopper ? 't.shopper_unread as unread' : 't.lister_unread as unread')
          .whereRef(isShopper ? 't.shopper_id' : 't.lister_id', '=', 'own.id')
          .$if(from !== null, (query) =>
            query.where(sql<boolean>`(t.last_message_at, t.id) < (${from?.at}, ${from?.id})`),
          )
          .orderBy('t.last_message_at', 'desc')
          .orderBy('t.id', 'desc')
          .limit(CONVERSATIONS_PER_PAGE + 1)
          .as('c'),
      (join) => join.onTrue(),
    )
    .innerJoin('clothing_items as i', 'i.id', 'c.item_id')
    .innerJoin('user_profiles as other', 'other.id', isShopper ? 'c.lister_id' : 'c.shopper_id')
    .innerJoinLateral(
      (select) =>
        select
          .selectFrom('messages')
          .select(['writer_id', 'body', 'image_ids', 'withdrawn_at', 'removed_at'])
          .whereRef('conversation_id', '=', 'c.id')
          .orderBy('written_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .as('m'),
      (join) => join.onTrue(),
    )
    .select(['c.id', 'c.at', 'c.unread', 'c.shopper_id', 'i.title', 'i.image_url'])
    .select(['other.full_name', 'm.writer_id', 'm.image_ids', 'm.withdrawn_at'])
    .select('m.removed_at')
    .select(sql<string>`left(m.body, ${sql.lit(SHOWN_CHARACTERS)})`.as('begins'))
    .$if(isShopper, (query) => query.where('own.id', '=', person.id))
    .$if(!isShopper, (query) => query.where(isListerFor('own', person)))
    .orderBy('c.at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(CONVERSATIONS_PER_PAGE + 1)
}

type Row = InferResult<ReturnType<typeof rowsOf>>[number] & { readonly side: Side }

function newestFirst(a: Row, b: Row): number {
  return b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1)
}

function listed(row: Row) {
  return {
    id: row.id,
    title: row.title,
    imageUrl: row.image_url,
    /** Full name of the other side. */
    otherName: row.full_name,
    /** The beginning of the last message; null when it is gone. */
    begins: row.withdrawn_at || row.removed_at ? null : row.begins,
    gone: goneFor(row),
    photos: row.image_ids.length,
    /** Whether the last message is from this side. */
    isOwn: (row.writer_id === row.shopper_id) === (row.side === 'shopper'),
    lastMessageAt: row.at,
    isUnread: row.unread > 0,
  }
}

/**
 * A version that changes whenever an open list of conversations, or an open conversation, would
 * show something else: after a new, withdrawn or removed message, reading, or a step of a rental.
 */
export async function messagesVersion(
  db: DbOrTx,
  person: Person,
  conversationId: ConversationId | null,
): Promise<string> {
  const newest = sql`(select string_agg(one.at::text, ',') from (
    (select max(c.last_message_at) as at from conversations c where c.shopper_id = ${person.id})
    union all
    select (select max(c.last_message_at) from conversations c where c.lister_id = l.id)
    from ${listersOf(person)} l) one)`
  const withdrawn = sql`(select string_agg(concat_ws(' ', m.withdrawn_at, m.removed_at), ',') from (
    select withdrawn_at, removed_at from messages where conversation_id = c.id
    order by written_at desc, id desc limit 50) m)`
  const steps = sql`(select string_agg(concat_ws(' ', r.id, r.confirmed_at, r.delivered_at, r.late_at,
      r.sent_back_at, r.returned_at, r.condition_reviewed_at, r.cancelled_at, r.end_date), ',')
    from rentals r where r.item_id = c.item_id and r.renter_id = c.shopper_id)`
  const open = sql`(select concat_ws(' ', c.shopper_unread, c.lister_unread, ${isClosed('c')},
      ${withdrawn}, ${steps})
    from conversations c where c.id = ${conversationId} and (c.shopper_id = ${person.id}
      or c.lister_id in (select l.id from ${listersOf(person)} l)))`
  const { version } = await db
    .selectNoFrom(sql<string>`md5(concat_ws(' ', ${newest}, ${open}))`.as('version'))
    .executeTakeFirstOrThrow()
  return version
}
