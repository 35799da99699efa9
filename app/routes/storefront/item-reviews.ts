import type { ItemReviewsPage } from '#app/components/ratings/item-reviews.tsx'
import { wornIn } from '#app/components/ratings/rating-words.ts'
import { appContext, type Context, shopperIn } from '#app/request/contexts.ts'
import type { ItemId } from '#db/ids.ts'
import type { SizeProfile } from '#domain/accounts/sizes/sizes.ts'
import { type ItemRating, itemRatings } from '#domain/care/ratings/item-ratings.ts'
import { hasSizeData } from '#domain/care/ratings/people-alike.ts'
import { imageAddress } from '#domain/shared/image-address.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'

type Wanted = {
  readonly itemId: ItemId
  /** Of the viewer. */
  readonly sizes: SizeProfile | null
  readonly query: URLSearchParams
}

/**
 * One page of the reviews of an item. In the address, `reviews` is where the page starts, and
 * `people=like-me` keeps those of people like the viewer.
 */
export async function readItemReviews(
  context: Context,
  { itemId, sizes, query }: Wanted,
): Promise<ItemReviewsPage> {
  const { db, timeZone } = context.get(appContext)
  const shopper = shopperIn(context)
  const me = shopper && sizes && hasSizeData(sizes) ? sizes : null
  const like = query.get('people') === 'like-me' ? me : null
  const page = await itemRatings(db, { itemId, like, after: query.get('reviews') })
  return {
    reviews: page.rows.map((row) => ({
      ...inWords(row, timeZone),
      isMine: row.writerId === shopper?.id,
    })),
    next: page.next,
    isFirst: !query.has('reviews'),
    peopleLikeMe: !shopper ? 'unknown' : !me ? 'no-size' : like ? 'chosen' : 'possible',
  }
}

function inWords(rating: ItemRating, timeZone: string) {
  const { id, writer, stars, words, imageIds, publishedAt, reply, replier } = rating
  return {
    id,
    writer,
    stars,
    words,
    worn: wornIn(rating),
    photos: imageIds.map(imageAddress),
    publishedOn: showDate(calendarDateIn(timeZone, publishedAt)),
    reply,
    replier,
  }
}
