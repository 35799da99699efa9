import type { AccountType, BusinessStatus } from '#db/enums.ts'
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

/** For queries in which `r` is the rental, `i` its item, and `renter` and `owner` its sides. */
export const SIDES = [
  'i.title',
  'r.renter_id',
  'renter.full_name as renter_name',
  'renter.email as renter_email',
  'renter.deleted_at as renter_left',
  'r.owner_id',
  'owner.full_name as owner_name',
  'owner.email as owner_email',
  'owner.deleted_at as owner_left',
  'owner.account_type as owner_type',
  'owner.business_status as owner_status',
] as const

type SideColumns = {
  readonly title: string
  readonly renter_id: PersonId
  readonly renter_name: string
  readonly renter_email: string
  readonly renter_left: Date | null
  readonly owner_id: PersonId
  readonly owner_name: string
  readonly owner_email: string
  readonly owner_left: Date | null
  readonly owner_type: AccountType
  readonly owner_status: BusinessStatus | null
}

/** For queries in which `k` is the case, and `answerer` and `decider` the people who acted. */
export const CASE = [
  'k.status as case_status',
  'k.words',
  'k.image_ids',
  'k.answer',
  'k.answered_at',
  'k.answered_by',
  'answerer.full_name as answerer_name',
  'k.answer_due_at',
  'k.decided_at',
  'k.decided_by',
  'decider.full_name as decider_name',
  'k.reasons',
] as const

type CaseColumns<Status> = {
  readonly case_status: Status | null
  readonly words: string | null
  readonly image_ids: readonly ImageId[] | null
  readonly opened_at: Date | null
  readonly answer: string | null
  readonly answered_at: Date | null
  readonly answered_by: PersonId | null
  readonly answerer_name: string | null
  readonly answer_due_at: Date | null
  readonly decided_at: Date | null
  readonly decided_by: PersonId | null
  readonly decider_name: string | null
  readonly reasons: string | null
}

/** The case in a row; null when its outer join found none. */
export function filedIn<Status extends CaseStatus>(
  row: CaseColumns<Status>,
): FiledCase<Status> | null {
  if (!row.case_status || !row.opened_at || !row.answer_due_at) return null
  return {
    status: row.case_status,
    words: row.words ?? '',
    imageIds: row.image_ids ?? [],
    openedAt: row.opened_at,
    answer: row.answer,
    answeredAt: row.answered_at,
    answeredBy: row.answered_by,
    answererName: row.answerer_name,
    answerDueAt: row.answer_due_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    deciderName: row.decider_name,
    reasons: row.reasons,
  }
}
