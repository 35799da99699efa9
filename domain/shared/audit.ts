import type { Tx } from '#db/connection.ts'
import type { Person } from './actors.ts'
import { newId } from './ids.ts'

export type Action = {
  /** A verb that people say: 'approve', 'deliver', 'keep deposit'. */
  readonly action: string
  readonly noun: string
  readonly nounId: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Writes to the audit log in the transaction of the act; null is the house itself (a job). */
export async function recordAction(tx: Tx, actor: Person | null, act: Action, now: Date) {
  await tx
    .insertInto('audit_log')
    .values({
      id: newId(),
      actor_id: actor?.id ?? null,
      action: act.action,
      noun: act.noun,
      noun_id: act.nounId,
      before: act.before === undefined ? null : JSON.stringify(act.before),
      after: act.after === undefined ? null : JSON.stringify(act.after),
      at: now,
    })
    .execute()
}
