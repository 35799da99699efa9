import { useEffect, useRef } from 'react'
import { href, useLocation } from 'react-router'
import { differenceInWords } from '#app/components/fit/length-words.ts'
import { UnitSwitch } from '#app/components/fit/unit-switch.tsx'
import { useLengthUnit } from '#app/components/fit/use-length-unit.ts'
import { HandoverPhotos } from '#app/components/rental/handover-list.tsx'
import { reportAddress } from '#app/components/reports/report-address.ts'
import { buttonStyle } from '#app/ui/button-style.ts'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ItemRating } from '#domain/care/ratings/item-ratings.ts'
import { SIMILAR_WITHIN } from '#domain/care/ratings/rating-limits.ts'
import type { ItemRatingSum } from '#domain/shared/rating-sums.ts'
import { sumInWords } from './rating-sum.ts'
import { fitsInWords, type Worn, wornInWords } from './rating-words.ts'
import { StarShape, Stars } from './stars.tsx'

/** One page of an item's reviews. */
export type ItemReviewsPage = {
  readonly reviews: readonly ItemReview[]
  readonly next: string | null
  readonly isFirst: boolean
  /** Whether the viewer can filter for reviews of people like them, and has done so. */
  readonly peopleLikeMe: 'unknown' | 'no-size' | 'possible' | 'chosen'
}

type ItemReview = Pick<ItemRating, 'id' | 'writer' | 'stars' | 'words' | 'reply' | 'replier'> & {
  /** Written by the viewer, who cannot report it. */
  readonly isMine: boolean
  readonly worn: Worn
  readonly photos: readonly string[]
  readonly publishedOn: string
}

type ItemReviewsProps = {
  rating: ItemRatingSum
  page: ItemReviewsPage
  /** Admins can hide reviews. */
  isAdmin: boolean
}

const REVIEWS = 'reviews'

/** What renters wrote about an item: the totals, and the reviews, newest first. */
export function ItemReviews({ rating, page, isAdmin }: ItemReviewsProps) {
  const { reviews, next, isFirst, peopleLikeMe } = page
  const { search } = useLocation()
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = reviews[0]?.id
  const before = useRef(shown)
  useEffect(() => {
    if (before.current !== shown) heading.current?.focus()
    before.current = shown
  }, [shown])
  return (
    <section
      id={REVIEWS}
      aria-labelledby="reviews-title"
      className="page-column grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-8 border-t border-line py-14 lg:grid-cols-[16rem_minmax(0,1fr)]"
    >
      <header className="lg:sticky lg:top-[calc(var(--header-height)+1.5rem)] lg:self-start">
        <h2 id="reviews-title" ref={heading} tabIndex={-1} className="text-[1.625rem] outline-none">
          Reviews
        </h2>
        <RatingSums rating={rating} />
        <PeopleLikeMe peopleLikeMe={peopleLikeMe} search={search} />
        {reviews.some(({ worn }) => worn.heightCm !== null) && <UnitSwitch at={REVIEWS} />}
      </header>
      <div>
        {reviews.length === 0 && (
          <p className="text-soft">
            {next
              ? 'None of the newest reviews are by people like you.'
              : 'There are no more reviews by people like you.'}
          </p>
        )}
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-2">
          {reviews.map((review) => (
            <li key={review.id}>
              <Review review={review} isAdmin={isAdmin} />
            </li>
          ))}
        </ul>
        {(next || !isFirst) && (
          <p className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-3">
            {next && (
              <Link
                to={addressOf(search, { reviews: next })}
                rel="nofollow next"
                preventScrollReset
                className={buttonStyle({ kind: 'secondary' })}
              >
                Show More<span className="sr-only"> reviews</span>
              </Link>
            )}
            {!isFirst && (
              <Link
                to={addressOf(search, { reviews: null })}
                preventScrollReset
                className="inline-flex min-h-11 items-center text-sm text-link"
              >
                Back to the newest reviews
              </Link>
            )}
          </p>
        )}
      </div>
    </section>
  )
}

/** '4.8 (12 reviews). Runs small 2, true to size 9, runs large 1'. */
export function RatingSums({ rating, to }: { rating: ItemRatingSum; to?: string }) {
  const fits = fitsInWords(rating)
  const sum = sumInWords(rating)
  return (
    <p className="mt-2 text-[0.9375rem]">
      <StarShape className="inline-block fill-current align-[-0.125em]" />{' '}
      {to ? (
        <a href={to} className="text-link">
          {sum}
        </a>
      ) : (
        sum
      )}
      {fits && `. ${fits}`}
    </p>
  )
}

function PeopleLikeMe({
  peopleLikeMe,
  search,
}: {
  peopleLikeMe: ItemReviewsPage['peopleLikeMe']
  search: string
}) {
  const unit = useLengthUnit()
  if (peopleLikeMe === 'unknown') return null
  if (peopleLikeMe === 'no-size')
    return (
      <p className="mt-4 text-sm text-soft">
        <TextLink to={href('/profile/size')}>Tell us your size</TextLink> to see reviews by people
        like you.
      </p>
    )
  const chosen = peopleLikeMe === 'chosen'
  return (
    <div className="mt-4 text-sm">
      <Link
        to={addressOf(search, { reviews: null, people: chosen ? null : 'like-me' })}
        preventScrollReset
        className={buttonStyle({ kind: 'secondary', size: 'small' })}
      >
        {chosen ? 'Show all reviews' : 'People like me'}
      </Link>
      {chosen && (
        <p className="mt-3 text-soft">
          Reviews by people within one size of yours and{' '}
          {differenceInWords(SIMILAR_WITHIN.heightCm, unit)} of your height, based on your size
          profile.
        </p>
      )}
    </div>
  )
}

/** The same page with other reviews; the dates in the address stay. */
function addressOf(search: string, change: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change))
    value === null ? query.delete(name) : query.set(name, value)
  return `?${query}#${REVIEWS}`
}

function Review({ review, isAdmin }: { review: ItemReview; isAdmin: boolean }) {
  const unit = useLengthUnit()
  const { id, isMine, writer, stars, words, worn, photos, publishedOn, reply, replier } = review
  return (
    <article>
      <p className="flex flex-wrap items-center gap-x-3">
        <Stars stars={stars} />
        <span className="font-medium">{writer}</span>
        <span className="text-sm text-soft">{publishedOn}</span>
      </p>
      <Facts className="mt-1 text-sm text-soft">{wornInWords(worn, unit)}</Facts>
      {words && <p className="mt-2 whitespace-pre-line wrap-anywhere">{words}</p>}
      <HandoverPhotos urls={photos} of={`Worn by ${writer}`} />
      {reply && (
        <div className="mt-4 border-l-2 border-line pl-4">
          <p className="text-sm text-soft wrap-anywhere">{replier} replied</p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{reply}</p>
        </div>
      )}
      {!isMine && (
        <p className="mt-2 text-sm">
          <Link
            to={isAdmin ? `${href('/admin/reviews')}?review=${id}` : reportAddress('review', id)}
            rel="nofollow"
            className="inline-flex min-h-11 items-center text-link md:min-h-7"
          >
            {isAdmin ? 'Moderate' : 'Report'}
            <span className="sr-only"> the review by {writer}</span>
          </Link>
        </p>
      )}
    </article>
  )
}
