import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'

/** Part of revoking all other access to an account. Returns whether there were any tokens. */
export async function revokeTokensOf(tx: Tx, ownerId: PersonId): Promise<boolean> {
  const tokens = await tx
    .deleteFrom('api_tokens')
    .where('owner_id', '=', ownerId)
    .returning('revoked_at')
    .execute()
  return tokens.some(({ revoked_at }) => revoked_at === null)
}
