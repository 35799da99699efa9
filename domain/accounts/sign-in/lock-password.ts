import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

/** Locks the password until the transaction ends. Returns its hash; null without a password. */
export async function lockPassword(tx: Tx, userId: PersonId): Promise<string | null> {
  const account = await tx
    .selectFrom('auth_accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'credential')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return account?.password ?? null
}
