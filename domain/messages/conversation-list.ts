import { sql } from 'kysely'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { ConversationId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { decodeNewestFirst, type Page, toPage } from '#domain/shared/page.ts'
import { listersOf } from './conversation-side.ts'

export type ListedConversation = {
  readonly id: ConversationId
  readonly title: string
  readonly imageUrl: string | null
  /** Full name of the other side. */
  readonly otherName: string
  /** How the last message begins; null when it is withdrawn. */
  readonly begins: string | null
  readonly photos: number
  /** The last message is of this side. */
  readonly isOwn: boolean
  readonly lastMessageAt: Date
  readonly isUnread: boolean
}

const CONVERSATIONS_PER_PAGE = 24
const SHOWN_CHARACTERS = 120

/**
 * A page of somebody's conversations, on both sides, the last message first. Reads one page of each
 * person that they write for.
 */
export async function conversationsOf(
  db: Db,
  person: Person,
  after: string | null,
): Promise<Page<ListedConversation>> {
  const from = decodeNewestFirst<ConversationId>(after)
  const page = sql`${
    from ? sql`and (c.last_message_at, c.id) < (${from.at}, ${from.id})` : sql``
  } order by c.last_message_at desc, c.id desc limit ${sql.lit(CONVERSATIONS_PER_PAGE + 1)}`
  const { rows } = await sql<Row>`
    with own as (
      (select c.* from conversations c where c.shopper_id = ${person.id} ${page})
      union
      select of_lister.* from ${listersOf(person)} l
      cross join lateral (select c.* from conversations c where c.lister_id = l.id ${page}) of_lister
    ), shown as (select c.*, c.shopper_id = ${person.id} as is_shopper from own c where true ${page})
    select c.id, c.last_message_at as created_at, i.title, i.image_url, other.full_name as other_name,
      case when c.is_shopper then c.shopper_unread else c.lister_unread end > 0 as is_unread,
      (m.writer_id = c.shopper_id) = c.is_shopper as is_own,
      case when m.withdrawn_at is null then left(m.body, ${sql.lit(SHOWN_CHARACTERS)}) end as begins,
      cardinality(m.image_ids) as photos
    from shown c
    join clothing_items i on i.id = c.item_id
    join user_profiles other on other.id = case when c.is_shopper then c.lister_id else c.shopper_id end
    cross join lateral (select * from messages where conversation_id = c.id
      order by written_at desc, id desc limit 1) m
    order by c.last_message_at desc, c.id desc`.execute(db)
  const keys = (row: Row) => [row.created_at.toISOString(), row.id]
  const shown = toPage(rows, keys, CONVERSATIONS_PER_PAGE)
  return { rows: shown.rows.map(listed), next: shown.next }
}

type Row = {
  readonly id: ConversationId
  readonly created_at: Date
  readonly title: string
  readonly image_url: string | null
  readonly other_name: string
  readonly is_unread: boolean
  readonly is_own: boolean
  readonly begins: string | null
  readonly photos: number
}

function listed(row: Row): ListedConversation {
  return {
    id: row.id,
    title: row.title,
    imageUrl: row.image_url,
    otherName: row.other_name,
    begins: row.begins,
    photos: row.photos,
    isOwn: row.is_own,
    lastMessageAt: row.created_at,
    isUnread: row.is_unread,
  }
}

/**
 * What changes when an open list of conversations, or one of them, would show something else: a
 * new or withdrawn message, reading, or a step of a rental.
 */
export async function messagesVersion(
  db: DbOrTx,
  person: Person,
  conversationId: ConversationId | null,
): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select md5(concat_ws(' ',
      (select string_agg(newest.at::text, ',') from (
        (select max(last_message_at) as at from conversations where shopper_id = ${person.id})
        union all
        select (select max(c.last_message_at) from conversations c where c.lister_id = l.id)
        from ${listersOf(person)} l) newest),
      (select concat_ws(' ', c.shopper_unread, c.lister_unread, c.closed_at,
          (select string_agg(m.withdrawn_at::text, ',') from (select withdrawn_at from messages
            where conversation_id = c.id order by written_at desc, id desc limit 50) m),
          (select string_agg(concat_ws(' ', r.id, r.confirmed_at, r.delivered_at, r.late_at,
              r.sent_back_at, r.returned_at, r.condition_reviewed_at, r.cancelled_at, r.end_date), ',')
            from rentals r where r.item_id = c.item_id and r.renter_id = c.shopper_id))
        from conversations c where c.id = ${conversationId}
          and (c.shopper_id = ${person.id} or c.lister_id in (select id from ${listersOf(person)} l)))
    )) as version`.execute(db)
  return rows[0]?.version ?? ''
}
