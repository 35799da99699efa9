import { type RawBuilder, sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import type { AccountType } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newestPage } from '#domain/shared/lists/newest-page.ts'
import { decodeNewestFirst } from '#domain/shared/lists/page.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { MAX_BLOCKED_PEOPLE } from './block-limits.ts'
import { findKnownPerson } from './known-person.ts'

export { findKnownPerson } from './known-person.ts'

/** SQL condition: one of two people has blocked the other. It does not tell which of them. */
export function eitherBlocked(
  one: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from blocks where blocker_id = ${one} and blocked_id = ${other})
    or exists (select from blocks where blocker_id = ${other} and blocked_id = ${one}))`
}

/** SQL condition: `blocker` has blocked `blocked`. Only the blocker may see the result. */
export function hasBlocked(
  blocker: PersonId | RawBuilder<unknown>,
  blocked: PersonId | RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from blocks where blocker_id = ${blocker} and blocked_id = ${blocked})`
}

/** Whether one of two people has blocked the other, which rules out renting and writing. */
export async function isBlocked(read: DbOrTx, one: PersonId, other: PersonId): Promise<boolean> {
  const { blocked } = await read
    .selectNoFrom(eitherBlocked(sql`${one}::uuid`, sql`${other}::uuid`).as('blocked'))
    .executeTakeFirstOrThrow()
  return blocked
}

export type BlockProblem =
  | { readonly reason: 'person-not-found' }
  | { readonly reason: 'own-account' }
  /** Admins cannot be blocked, so that everybody can reach the shop; they block nobody either. */
  | { readonly reason: 'is-admin' }
  | { readonly reason: 'too-many-blocked'; readonly max: number }

/**
 * Keeps another person from renting from this one, and both from writing to each other. The other
 * person is not told. Blocking again has no effect.
 */
export async function block(
  db: Db,
  person: Shopper,
  otherId: PersonId,
  now: Date,
): Promise<Outcome<null, BlockProblem>> {
  return await inTransaction(db, async (tx) => {
    if (otherId === person.id) return refused({ reason: 'own-account' })
    // Waits for the other account to be closed or to become an admin, which removes its blocks.
    await sql`select from user_profiles where id = ${otherId} for key share`.execute(tx)
    const other = await findKnownPerson(tx, person.id, otherId)
    if (!other) return refused({ reason: 'person-not-found' })
    if (other.accountType === 'admin') return refused({ reason: 'is-admin' })
    // This account may have become an admin since the session was read.
    if ((await lockAccount(tx, person.id)) === 'admin') return refused({ reason: 'is-admin' })
    if (await isListFull(tx, person.id))
      return refused({ reason: 'too-many-blocked', max: MAX_BLOCKED_PEOPLE })
    await tx
      .insertInto('blocks')
      .values({ blocker_id: person.id, blocked_id: otherId, at: now })
      .onConflict((conflict) => conflict.constraint('one_block_per_person').doNothing())
      .execute()
    return done(null)
  })
}

/** The current type of the account. Its lock keeps simultaneous blocks within the limit. */
async function lockAccount(tx: Tx, personId: PersonId): Promise<AccountType> {
  const { account_type } = await tx
    .selectFrom('user_profiles')
    .select('account_type')
    .where('id', '=', personId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return account_type
}

async function isListFull(tx: Tx, personId: PersonId): Promise<boolean> {
  const { people } = await tx
    .selectFrom('blocks')
    .select(sql<number>`count(*)::int`.as('people'))
    .where('blocker_id', '=', personId)
    .executeTakeFirstOrThrow()
  return people >= MAX_BLOCKED_PEOPLE
}

/** Ends a block; without one it has no effect. */
export async function unblock(db: Db, person: Shopper, otherId: PersonId): Promise<void> {
  await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', person.id)
    .where('blocked_id', '=', otherId)
    .execute()
}

/** The people whom a person has blocked, the latest first. */
export async function blockedPeople(db: DbOrTx, person: Shopper, after: string | null) {
  const blocked = db
    .selectFrom('blocks as b')
    .innerJoin('user_profiles as p', 'p.id', 'b.blocked_id')
    .select(['p.id', 'p.full_name as fullName', 'b.at'])
    .where('b.blocker_id', '=', person.id)
  return await newestPage(blocked, {
    by: ['b.at', 'b.blocked_id'],
    keysOf: ({ at, id }) => [at, id],
    from: decodeNewestFirst<PersonId>(after),
  })
}

/** Part of closing an account: both those whom it blocked and those who blocked it. */
export async function removeBlocksOf(tx: Tx, personId: PersonId): Promise<void> {
  await tx
    .deleteFrom('blocks')
    .where((where) =>
      where.or([where('blocker_id', '=', personId), where('blocked_id', '=', personId)]),
    )
    .execute()
}
