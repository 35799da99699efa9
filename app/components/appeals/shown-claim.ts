import { rentalPhotos } from '#app/components/rental/rental-photos.ts'
import type { ShownAppeal, ShownClaim } from '#domain/care/appeals/appeal-queries.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'

type Texts<Of, Keys extends keyof Of> = Omit<Of, Keys> & {
  readonly [Key in Keys]: Of[Key] extends Date ? string : string | null
}

type AppealInWords = Texts<
  ShownAppeal,
  'filedAt' | 'answeredAt' | 'answerDueAt' | 'decisionDueAt' | 'decidedAt'
>

/** A kept deposit and its appeal with times as text and photos as addresses. */
export type ClaimInWords = Omit<ShownClaim, 'appealUntil' | 'appealEndsAt' | 'appeal'> & {
  /** Null when the renter cannot appeal now. */
  readonly appealUntil: string | null
  readonly appealEndsOn: string
  readonly appeal:
    | (Omit<AppealInWords, 'imageIds' | 'answerImageIds'> & {
        readonly photos: readonly string[]
        readonly answerPhotos: readonly string[]
      })
    | null
}

/** For loaders: formatted on the server only. */
export function claimInWords(claim: ShownClaim, timeZone: string): ClaimInWords {
  const { appealUntil, appealEndsAt, appeal, ...rest } = claim
  return {
    ...rest,
    appealUntil: appealUntil && showInstant(appealUntil, timeZone),
    appealEndsOn: showDate(calendarDateIn(timeZone, appealEndsAt)),
    appeal: appeal && appealInWords(claim.rentalId, appeal, timeZone),
  }
}

function appealInWords(
  rentalId: string,
  { imageIds, answerImageIds, ...appeal }: ShownAppeal,
  timeZone: string,
): ClaimInWords['appeal'] {
  const text = (at: Date | null) => at && showInstant(at, timeZone)
  return {
    ...appeal,
    filedAt: showInstant(appeal.filedAt, timeZone),
    answeredAt: text(appeal.answeredAt),
    answerDueAt: showInstant(appeal.answerDueAt, timeZone),
    decisionDueAt: appeal.decisionDueAt && showInstant(appeal.decisionDueAt, timeZone),
    decidedAt: text(appeal.decidedAt),
    photos: rentalPhotos(rentalId, imageIds),
    answerPhotos: rentalPhotos(rentalId, answerImageIds),
  }
}
