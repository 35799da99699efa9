import type { Db, DbOrTx, Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

// How people sign in. Each method of an account is a row of `auth_accounts`; a password is the only one.

const PASSWORD = 'credential'

type Login = { readonly userId: PersonId; readonly hash: string }

/** The account with this address and its hashed password; null without either. */
export async function findPassword(db: DbOrTx, email: string): Promise<Login | null> {
  const account = await db
    .selectFrom('user_profiles as p')
    .innerJoin('auth_accounts as a', 'a.user_id', 'p.id')
    .select(['p.id', 'a.password'])
    .where((where) => where(where.fn('lower', ['p.email']), '=', email.toLowerCase()))
    .where('p.deleted_at', 'is', null)
    .where('a.provider_id', '=', PASSWORD)
    .executeTakeFirst()
  return account?.password ? { userId: account.id, hash: account.password } : null
}

/** The hashed password of an account; null without a password. */
export async function passwordOf(db: DbOrTx, userId: PersonId): Promise<string | null> {
  const account = await ofPassword(db, userId).executeTakeFirst()
  return account?.password ?? null
}

/** The same, locked until the transaction ends. */
export async function lockPassword(tx: Tx, userId: PersonId): Promise<string | null> {
  const account = await ofPassword(tx, userId).forNoKeyUpdate().executeTakeFirst()
  return account?.password ?? null
}

function ofPassword(db: DbOrTx, userId: PersonId) {
  return db
    .selectFrom('auth_accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', PASSWORD)
}

/** Replaces the password of an account; with null nobody can sign in with one. */
export async function setPassword(
  tx: Tx,
  userId: PersonId,
  hash: string | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('auth_accounts')
    .set({ password: hash, updated_at: now })
    .where('user_id', '=', userId)
    .where('provider_id', '=', PASSWORD)
    .execute()
}

/** Stores the same password with another hash. False if it was changed in the meantime. */
export async function replaceHash(db: Db, { userId, hash }: Login, next: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('auth_accounts')
    .set({ password: next })
    .where('user_id', '=', userId)
    .where('password', '=', hash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
