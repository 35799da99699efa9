import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

/** Part of everything after which only one person is to have the account. Says whether there were any. */
export async function revokeTokensOf(tx: Tx, ownerId: PersonId): Promise<boolean> {
  const tokens = await tx
    .deleteFrom('api_tokens')
    .where('owner_id', '=', ownerId)
    .returning('revoked_at')
    .execute()
  return tokens.some(({ revoked_at }) => revoked_at === null)
}
