import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'

/**
 * Whether a person can see and cancel a plan: blocked people cannot sign in, and admins have no
 * credits page. A plan that its subscriber cannot cancel does not renew.
 */
export async function canManagePlan(read: DbOrTx, personId: PersonId): Promise<boolean> {
  const row = await read
    .selectFrom('user_profiles')
    .select(sql<boolean>`blocked_at is null and account_type <> 'admin'`.as('can'))
    .where('id', '=', personId)
    .executeTakeFirst()
  return row?.can ?? false
}

/**
 * Part of blocking a person or making them an admin: queues the job that stops the renewal of their
 * plan. Returns whether they have a plan now.
 */
export async function stopRenewalLater(tx: Tx, personId: PersonId): Promise<boolean> {
  await enqueue(tx, 'stop-renewal', { personId }, { key: `stop-renewal:${personId}` })
  const plan = await tx
    .selectFrom('credit_subscriptions')
    .select('id')
    .where('user_id', '=', personId)
    .where('status', 'in', [sql.lit('active' as const), sql.lit('past_due' as const)])
    .executeTakeFirst()
  return plan !== undefined
}
