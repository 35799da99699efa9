import type { RatingSide } from '#db/enums.ts'
import type { RentalRatings, ShownRating } from '#domain/care/ratings/rating-queries.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { wornInWords } from './rating-words.ts'

/** The reviews of a rental, with times as text. */
export type RatingsInWords = {
  readonly side: RatingSide | null
  readonly renterName: string
  readonly ownerName: string
  readonly title: string
  readonly writableUntil: string | null
  readonly own: ShownRating | null
  readonly ratings: readonly RatingInWords[]
}

export type RatingInWords = Pick<
  ShownRating,
  'id' | 'side' | 'isOwn' | 'stars' | 'words' | 'hiddenReason' | 'reply'
> & {
  readonly worn: readonly string[]
  readonly photos: readonly string[]
  readonly publishedOn: string | null
  readonly replyUntil: string | null
}

export function ratingsInWords(found: RentalRatings, timeZone: string): RatingsInWords {
  const day = (at: Date | null) => at && showDate(calendarDateIn(timeZone, at))
  const limit = (at: Date | null) => at && showInstant(at, timeZone)
  const { side, renterName, ownerName, title, writableUntil, ratings } = found
  return {
    side,
    renterName,
    ownerName,
    title,
    writableUntil: limit(writableUntil),
    own: ratings.find(({ isOwn }) => isOwn) ?? null,
    ratings: ratings.map((rating) => ({
      id: rating.id,
      side: rating.side,
      isOwn: rating.isOwn,
      stars: rating.stars,
      words: rating.words,
      hiddenReason: rating.hiddenReason,
      reply: rating.reply,
      worn: wornInWords(rating),
      photos: rating.imageIds.map(imageAddress),
      publishedOn: day(rating.publishedAt),
      replyUntil: limit(rating.replyUntil),
    })),
  }
}
