import { type Answered, tooLong } from '#app/forms/answered.ts'
import { MAX_RATING_CHARACTERS, MAX_RATING_PHOTOS } from '#domain/care/ratings/rating-limits.ts'
import type { RateProblem } from '#domain/care/ratings/ratings.ts'
import type { ReplyProblem } from '#domain/care/ratings/reply.ts'
import { counted } from '#domain/shared/figures.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'

/** Problems of a review, at their field, or as one sentence when nothing can be corrected. */
export function rateSentence(
  refusal: Exclude<RateProblem, { reason: 'rental-not-found' }>,
  timeZone: string,
): Answered {
  switch (refusal.reason) {
    case 'not-completed':
      return { sentence: 'A rental can be reviewed once it is completed.' }
    case 'rating-too-late':
      return { sentence: `The time to review ended on ${dayOf(refusal.endedAt, timeZone)}.` }
    case 'rating-published':
      return { sentence: 'This review is published and can no longer be changed.' }
    case 'stars-missing':
      return { fields: { stars: 'Please choose 1 to 5 stars.' } }
    case 'words-too-long':
      return { fields: { words: tooLong(MAX_RATING_CHARACTERS) } }
    case 'height-invalid':
      return { fields: { height: 'Please enter a height in centimeters or inches.' } }
    case 'too-many-photos':
      return {
        fields: { rating_photos: `Please add at most ${counted(MAX_RATING_PHOTOS, 'photo')}.` },
      }
    case 'image-unknown':
      return { fields: { rating_photos: 'Please add your photos again.' } }
  }
}

export function replySentence(
  refusal: Exclude<ReplyProblem, { reason: 'rating-not-found' }>,
  timeZone: string,
): Answered {
  switch (refusal.reason) {
    case 'reply-too-late':
      return { sentence: `The time to reply ended on ${dayOf(refusal.endedAt, timeZone)}.` }
    case 'already-replied':
      return { sentence: 'You have already replied to this review.' }
    case 'words-missing':
      return { fields: { reply: 'Please write a reply.' } }
    case 'words-too-long':
      return { fields: { reply: tooLong(MAX_RATING_CHARACTERS) } }
  }
}

function dayOf(at: Date, timeZone: string): string {
  return showDate(calendarDateIn(timeZone, at))
}
