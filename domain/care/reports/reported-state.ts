import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ReportedNoun } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'

export type ReportedState = {
  /** It is no longer shown to anybody. */
  readonly isRemoved: boolean
  /** The person it belongs to can no longer sign in or list. */
  readonly isBlocked: boolean
}

type Reported = {
  readonly noun: ReportedNoun
  readonly noun_id: string
  readonly reported_id: PersonId
}

/** The current state of what was reported. */
export async function stateOfReported(
  db: DbOrTx,
  { noun, noun_id, reported_id }: Reported,
): Promise<ReportedState> {
  const { isRemoved, isBlocked } = await db
    .selectNoFrom([
      REMOVED[noun](noun_id).as('isRemoved'),
      sql<boolean>`exists (select from user_profiles p where p.id = ${reported_id}
        and (p.blocked_at is not null or p.business_status = 'blocked'
          or p.deleted_at is not null))`.as('isBlocked'),
    ])
    .executeTakeFirstOrThrow()
  return { isRemoved, isBlocked }
}

const REMOVED = {
  item: (id: string) =>
    sql<boolean>`not exists (select from clothing_items i where i.id = ${id}
      and i.approval_status = 'approved' and i.deleted_at is null and i.lister_in_good_standing)`,
  // A person is blocked, not removed.
  person: () => sql<boolean>`false`,
  message: (id: string) =>
    sql<boolean>`not exists (select from messages m where m.id = ${id} and m.removed_at is null
      and m.withdrawn_at is null)`,
  review: (id: string) =>
    sql<boolean>`not exists (select from ratings r where r.id = ${id} and r.hidden_at is null)`,
} as const satisfies Record<ReportedNoun, unknown>
