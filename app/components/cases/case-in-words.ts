import { rentalPhotos } from '#app/components/rental/rental-photos.ts'
import type { CaseStatus } from '#domain/care/cases/case-kinds.ts'
import type { ShownAppeal, ShownClaim } from '#domain/care/cases/find-appeal.ts'
import type { ShownRequest, ShownReturn } from '#domain/care/cases/find-return.ts'
import type { ShownCase } from '#domain/care/cases/shown-case.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'

// Cases with times as text and photos as addresses, for loaders: formatted on the server only.

type Instants = 'openedAt' | 'answeredAt' | 'answerDueAt' | 'decisionDueAt' | 'decidedAt'

type CaseInWords<Shown extends ShownCase<CaseStatus>> = Omit<Shown, Instants | 'imageIds'> & {
  readonly [Key in Instants]: Shown[Key] extends Date ? string : string | null
} & { readonly photos: readonly string[] }

export type ClaimInWords = Omit<ShownClaim, 'appealUntil' | 'appealEndsAt' | 'appeal'> & {
  /** Null when the renter cannot appeal now. */
  readonly appealUntil: string | null
  readonly appealEndsOn: string
  readonly appeal:
    | (Omit<CaseInWords<ShownAppeal>, 'answerImageIds'> & {
        readonly answerPhotos: readonly string[]
      })
    | null
}

export function claimInWords(claim: ShownClaim, timeZone: string): ClaimInWords {
  const { appealUntil, appealEndsAt, appeal, ...rest } = claim
  return {
    ...rest,
    appealUntil: appealUntil && showInstant(appealUntil, timeZone),
    appealEndsOn: showDate(calendarDateIn(timeZone, appealEndsAt)),
    appeal: appeal && {
      ...caseInWords(claim.rentalId, appeal, timeZone),
      answerPhotos: rentalPhotos(claim.rentalId, appeal.answerImageIds),
    },
  }
}

export type ReturnInWords = Omit<ShownReturn, 'askUntil' | 'request'> & {
  /** Null when the viewer cannot ask now. */
  readonly askUntil: string | null
  readonly request: CaseInWords<ShownRequest> | null
}

export function returnInWords(found: ShownReturn, timeZone: string): ReturnInWords {
  const { request, askUntil } = found
  return {
    ...found,
    askUntil: askUntil && showInstant(askUntil, timeZone),
    request: request && caseInWords(found.rentalId, request, timeZone),
  }
}

function caseInWords<Shown extends ShownCase<CaseStatus>>(
  rentalId: string,
  { imageIds, ...shown }: Shown,
  timeZone: string,
) {
  const text = (at: Date | null) => at && showInstant(at, timeZone)
  return {
    ...shown,
    openedAt: showInstant(shown.openedAt, timeZone),
    answeredAt: text(shown.answeredAt),
    answerDueAt: showInstant(shown.answerDueAt, timeZone),
    decisionDueAt: text(shown.decisionDueAt),
    decidedAt: text(shown.decidedAt),
    photos: rentalPhotos(rentalId, imageIds),
  }
}
