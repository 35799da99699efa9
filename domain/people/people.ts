import type { Read } from '#db/connection.ts'

/**
 * Whether somebody has deleted their account. Certain behind the lock on their wallet, which
 * deleting takes too.
 */
export async function hasLeft(read: Read, userId: string): Promise<boolean> {
  const row = await read
    .selectFrom('user_profiles')
    .select('deleted_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.deleted_at != null
}
