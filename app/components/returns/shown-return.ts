import { rentalPhotos } from '#app/components/rental/rental-photos.ts'
import type { ShownRequest, ShownReturn } from '#domain/care/returns/return-queries.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'

type Texts<Of, Keys extends keyof Of> = Omit<Of, Keys> & {
  readonly [Key in Keys]: Of[Key] extends Date ? string : string | null
}

type RequestInWords = Omit<
  Texts<ShownRequest, 'requestedAt' | 'answeredAt' | 'answerDueAt' | 'decisionDueAt' | 'decidedAt'>,
  'imageIds'
> & { readonly photos: readonly string[] }

/** A return request, or the possibility of one, with times as text and photos as addresses. */
export type ReturnInWords = Omit<ShownReturn, 'askUntil' | 'request'> & {
  /** Null when the viewer cannot ask now. */
  readonly askUntil: string | null
  readonly request: RequestInWords | null
}

/** For loaders: formatted on the server only. */
export function returnInWords(found: ShownReturn, timeZone: string): ReturnInWords {
  const text = (at: Date | null) => at && showInstant(at, timeZone)
  const { request, askUntil, ...rest } = found
  if (!request) return { ...rest, askUntil: text(askUntil), request }
  const { imageIds, ...shown } = request
  return {
    ...rest,
    askUntil: text(askUntil),
    request: {
      ...shown,
      requestedAt: showInstant(request.requestedAt, timeZone),
      answeredAt: text(request.answeredAt),
      answerDueAt: showInstant(request.answerDueAt, timeZone),
      decisionDueAt: text(request.decisionDueAt),
      decidedAt: text(request.decidedAt),
      photos: rentalPhotos(found.rentalId, imageIds),
    },
  }
}
