import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { AccountType } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import { isReservedName } from '#domain/accounts/sign-in/reserved-names.ts'
import type { Person } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

/** What saving a name did: the new name is the person's, or an admin reviews it first. */
export type NameChange = 'saved' | 'to-review'

type Names = {
  readonly account_type: AccountType
  readonly full_name: string
  readonly requested_name: string | null
}

/**
 * The columns that a name entered by its person changes. A closet's name is public: any other name
 * waits for review, and the name that it has withdraws one that waits.
 */
function columnsAfter(account: Names, fullName: string) {
  if (account.account_type !== 'business') return { full_name: fullName, requested_name: null }
  const isCurrent = fullName === account.full_name
  return { full_name: account.full_name, requested_name: isCurrent ? null : fullName }
}

/**
 * Part of changing a profile: saves the name, if one was given, or requests it. Only an admin can
 * have a name that could be the shop's own.
 */
export async function rename(
  tx: Tx,
  person: Pick<Person, 'id'>,
  fullName: string | undefined,
  now: Date,
): Promise<Outcome<NameChange, { readonly reason: 'name-reserved' }>> {
  const account = fullName === undefined ? undefined : await lockNames(tx, person.id)
  if (fullName === undefined || !account) return done('saved')
  if (account.account_type !== 'admin' && isReservedName(fullName))
    return refused({ reason: 'name-reserved' })
  const after = columnsAfter(account, fullName)
  await writeNames(tx, person, account, after, now)
  const isNew = after.requested_name !== null && after.requested_name !== account.requested_name
  return done(isNew ? 'to-review' : 'saved')
}

/** A closet keeps its name: the one that it requested is no longer reviewed. False without one. */
export async function withdrawName(
  db: Db,
  person: Pick<Person, 'id'>,
  now: Date,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const account = await lockNames(tx, person.id)
    if (!account?.requested_name) return false
    await writeNames(tx, person, account, { ...account, requested_name: null }, now)
    return true
  })
}

async function writeNames(
  tx: Tx,
  person: Pick<Person, 'id'>,
  before: Names,
  { full_name, requested_name }: Pick<Names, 'full_name' | 'requested_name'>,
  now: Date,
): Promise<void> {
  const isOther = requested_name !== before.requested_name
  await tx
    .updateTable('user_profiles')
    .set({
      ...{ full_name, updated_at: now },
      ...(isOther && { requested_name, name_requested_at: requested_name === null ? null : now }),
    })
    .where('id', '=', person.id)
    .execute()
  if (!isOther) return
  const line = {
    action: requested_name === null ? 'withdraw name' : 'request name',
    noun: 'closet',
    nounId: person.id,
    before: { full_name, requested_name: before.requested_name },
    after: { full_name, requested_name },
  }
  await recordAction(tx, person, line, now)
}

/** The names of a person who has not left, locked until the end of the transaction. */
export async function lockNames(tx: Tx, id: PersonId) {
  return tx
    .selectFrom('user_profiles')
    .select(['account_type', 'full_name', 'requested_name', 'name_requested_at', 'email'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
