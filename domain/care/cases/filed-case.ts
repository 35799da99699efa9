import type { InferResult } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ImageId, PersonId } from '#db/ids.ts'
import type { Parties } from '#domain/shared/own-decision.ts'
import type { CaseStatus } from './case-kinds.ts'

/** What a case is about: a rental with its two sides. `filed` is null while there is no case. */
export type RentalCase<Status extends CaseStatus = CaseStatus> = SideColumns & {
  readonly filed: FiledCase<Status> | null
  readonly parties: Parties
  /** Cents that a decided appeal returned. */
  readonly returnedCents?: number
}

export type FiledCase<Status extends CaseStatus = CaseStatus> = {
  readonly status: Status
  readonly words: string
  readonly imageIds: readonly ImageId[]
  readonly openedAt: Date
  readonly answer: string | null
  readonly answeredAt: Date | null
  readonly answeredBy: PersonId | null
  readonly answererName: string | null
  readonly answerDueAt: Date
  readonly decidedAt: Date | null
  /** Null when nobody decided. */
  readonly decidedBy: PersonId | null
  readonly deciderName: string | null
  readonly reasons: string | null
}

/** Rentals `r` of items `i` with their sides, `renter` and `owner`. */
export function sideRows(read: DbOrTx) {
  return read
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .innerJoin('user_profiles as renter', 'renter.id', 'r.renter_id')
    .innerJoin('user_profiles as owner', 'owner.id', 'r.owner_id')
    .select(['i.title', 'r.renter_id', 'renter.full_name as renter_name'])
    .select(['renter.email as renter_email', 'renter.deleted_at as renter_left'])
    .select(['r.owner_id', 'owner.full_name as owner_name', 'owner.email as owner_email'])
    .select(['owner.deleted_at as owner_left', 'owner.account_type as owner_type'])
    .select('owner.business_status as owner_status')
}

type SideColumns = InferResult<ReturnType<typeof sideRows>>[number]

/** For queries in which `k` is the case, and `answerer` and `decider` the people who acted. */
export const CASE = [
  'k.status as caseStatus',
  'k.words',
  'k.image_ids as imageIds',
  'k.answer',
  'k.answered_at as answeredAt',
  'k.answered_by as answeredBy',
  'answerer.full_name as answererName',
  'k.answer_due_at as answerDueAt',
  'k.decided_at as decidedAt',
  'k.decided_by as decidedBy',
  'decider.full_name as deciderName',
  'k.reasons',
] as const

type Filed = Omit<FiledCase, 'status'>
type CaseColumns<Status> = { readonly caseStatus: Status | null } & {
  readonly [Key in keyof Filed]: Filed[Key] | null
}

/** The case in a row; null when its outer join found none. */
export function filedIn<Status extends CaseStatus>(
  row: CaseColumns<Status>,
): FiledCase<Status> | null {
  const { caseStatus: status, openedAt, answerDueAt } = row
  if (!status || !openedAt || !answerDueAt) return null
  return {
    status,
    words: row.words ?? '',
    imageIds: row.imageIds ?? [],
    openedAt,
    answer: row.answer,
    answeredAt: row.answeredAt,
    answeredBy: row.answeredBy,
    answererName: row.answererName,
    answerDueAt,
    decidedAt: row.decidedAt,
    decidedBy: row.decidedBy,
    deciderName: row.deciderName,
    reasons: row.reasons,
  }
}
