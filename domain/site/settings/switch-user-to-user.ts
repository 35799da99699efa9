import { type Db, inTransaction } from '#db/connection.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'

/**
 * Lets closets apply and list items, or admins only (spec 12.1). Existing items stay either way.
 */
export async function switchUserToUser(
  db: Db,
  admin: Admin,
  enabled: boolean,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = { setting_value: enabled, updated_at: now }
    const changed = await tx
      .insertInto('platform_settings')
      .values({ setting_key: 'user_to_user_enabled', ...row })
      .onConflict((conflict) =>
        conflict
          .column('setting_key')
          .doUpdateSet(row)
          .where('platform_settings.setting_value', '<>', enabled),
      )
      .returning('setting_key')
      .executeTakeFirst()
    // Another admin did the same.
    if (!changed) return
    const line = {
      action: enabled ? 'switch on' : 'switch off',
      noun: 'setting',
      nounId: 'user_to_user_enabled',
    }
    await recordAction(tx, admin, line, now)
  })
}
