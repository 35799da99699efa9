import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { AccountType } from '#db/enums.ts'
import type { ConversationId, ItemId, PersonId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'

export type Side = 'shopper' | 'lister'

export type TwoPeople = {
  readonly shopper_id: PersonId
  readonly lister_id: PersonId
  readonly lister_type: AccountType
}

/**
 * A person's side of a conversation; null if they are on neither. Any admin can write for the items
 * that admins list.
 */
export function sideOf(person: Person, conversation: TwoPeople): Side | null {
  if (person.id === conversation.shopper_id) return 'shopper'
  if (person.id === conversation.lister_id) return 'lister'
  const isShops = person.accountType === 'admin' && conversation.lister_type === 'admin'
  return isShops ? 'lister' : null
}

/** SQL: whether `table` is a lister this person answers for: themselves; for admins, any admin. */
export function isListerFor(table: string, person: Person): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const isShops = sql`${column('account_type')} = 'admin' and ${column('deleted_at')} is null`
  return person.accountType === 'admin'
    ? sql<boolean>`${isShops}`
    : sql<boolean>`${column('id')} = ${person.id}`
}

/** SQL: the ids of all listers this person answers for. */
export function listersOf(person: Person): RawBuilder<unknown> {
  return sql`(select p.id from user_profiles p where ${isListerFor('p', person)})`
}

export type LockedConversation = NonNullable<Awaited<ReturnType<typeof lockConversation>>>

/** Locks a conversation, last in the lock order of every command that changes it. */
export async function lockConversation(
  tx: Tx,
  id: { readonly id: ConversationId } | { readonly itemId: ItemId; readonly shopperId: PersonId },
) {
  const rows = conversations(tx).forNoKeyUpdate('c')
  return await ('id' in id
    ? rows.where('c.id', '=', id.id)
    : rows.where('c.item_id', '=', id.itemId).where('c.shopper_id', '=', id.shopperId)
  ).executeTakeFirst()
}

/**
 * SQL: whether a conversation is closed: it was ended, or one of the two people has deleted their
 * account. Its messages stay, since they are the other person's record too.
 */
export function isClosed(conversation: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${conversation}.${name}`)
  return sql<boolean>`(${column('closed_at')} is not null or exists (
    select from user_profiles p
    where p.id in (${column('shopper_id')}, ${column('lister_id')}) and p.deleted_at is not null))`
}

/** A conversation without its messages. */
export async function readConversation(read: DbOrTx, id: ConversationId) {
  return await conversations(read).where('c.id', '=', id).executeTakeFirst()
}

function conversations(read: DbOrTx) {
  return read
    .selectFrom('conversations as c')
    .innerJoin('user_profiles as l', 'l.id', 'c.lister_id')
    .select(['c.id', 'c.item_id', 'c.shopper_id', 'c.lister_id', 'l.account_type as lister_type'])
    .select(['c.last_message_at', 'c.shopper_unread', 'c.lister_unread'])
    .select(isClosed('c').as('is_closed'))
    .select(['c.shopper_read_at', 'c.lister_read_at', 'c.shopper_mailed_at', 'c.lister_mailed_at'])
}
