import type { RentalRatings } from '#domain/care/ratings/rating-queries.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import { wornIn } from './rating-words.ts'

/** The reviews of a rental, with times as text. */
export function ratingsInWords(found: RentalRatings, timeZone: string) {
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
      worn: wornIn(rating),
      photos: rating.imageIds.map(imageAddress),
      publishedOn: day(rating.publishedAt),
      replyUntil: limit(rating.replyUntil),
    })),
  }
}

export type RatingsInWords = ReturnType<typeof ratingsInWords>
export type RatingInWords = RatingsInWords['ratings'][number]
