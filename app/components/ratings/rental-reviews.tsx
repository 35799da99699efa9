import { useLengthUnit } from '#app/components/fit/use-length-unit.ts'
import { HandoverPhotos } from '#app/components/rental/handover-list.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Facts } from '#app/ui/facts.tsx'
import type { SizeProfile } from '#domain/accounts/sizes/sizes.ts'
import { RATING_DAYS } from '#domain/care/ratings/rating-limits.ts'
import { counted } from '#domain/shared/figures.ts'
import { RatingForm } from './rating-form.tsx'
import { wornInWords } from './rating-words.ts'
import { ReplyForm } from './reply-form.tsx'
import type { RatingInWords, RatingsInWords } from './shown-ratings.ts'
import { Stars } from './stars.tsx'

type RentalReviewsProps = {
  found: RatingsInWords
  profile: SizeProfile | null
  /** The name of the buttons, whose values are 'rate' and 'reply'. */
  button: 'answer' | 'intent'
  /** The problem to show at one of the forms. */
  answerTo: (form: 'rate' | 'reply') => Problem | undefined
}

/** The reviews of a completed rental: the viewer's own form, and the published ones. */
export function RentalReviews({ found, profile, button, answerTo }: RentalReviewsProps) {
  const { side, writableUntil, own, ratings, ownerName, renterName } = found
  const otherName = side === 'renter' ? ownerName : renterName
  const shown = ratings.filter(({ isOwn }) => !(isOwn && writableUntil))
  if (!writableUntil && shown.length === 0) return null
  return (
    <section id="reviews" aria-labelledby="reviews-title" className="border-t border-ink pt-6">
      <h2 id="reviews-title" className="text-[1.625rem]">
        {writableUntil ? (own ? 'Your review' : 'Write a review') : 'Reviews'}
      </h2>
      {writableUntil && (
        <>
          <p className="mt-3 text-soft wrap-anywhere">
            {own ? 'Saved. You can change it until it is published. ' : ''}
            <bdi>{otherName}</bdi> will see your review once both of you have written one, or{' '}
            {counted(RATING_DAYS, 'day')} after the rental was completed.
          </p>
          <p className="mt-3 font-medium">
            {own ? `Published on ${writableUntil} at the latest` : `Review until ${writableUntil}`}
          </p>
          <RatingForm
            byRenter={side === 'renter'}
            otherName={otherName}
            own={own}
            profile={profile}
            button={button}
            answer={answerTo('rate')}
          />
        </>
      )}
      {shown.length > 0 && (
        <ul className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-8">
          {shown.map((rating) => (
            <li key={rating.id}>
              <Review rating={rating} found={found} button={button} answer={answerTo('reply')} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type ReviewProps = {
  rating: RatingInWords
  found: RatingsInWords
  button: 'answer' | 'intent'
  answer: Problem | undefined
}

function Review({ rating, found, button, answer }: ReviewProps) {
  const unit = useLengthUnit()
  const { renterName, ownerName } = found
  const [writer, about] =
    rating.side === 'renter' ? [renterName, ownerName] : [ownerName, renterName]
  return (
    <article>
      <h3 className="font-body text-base font-medium wrap-anywhere">
        {rating.isOwn ? 'Your review' : `${writer} wrote`}
      </h3>
      <p className="mt-1 flex flex-wrap items-center gap-x-3">
        <Stars stars={rating.stars} />
        <span className="text-sm text-soft">{rating.publishedOn}</span>
      </p>
      <Facts className="mt-1 text-sm text-soft">{wornInWords(rating.worn, unit)}</Facts>
      {rating.words && (
        <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">{rating.words}</p>
      )}
      <HandoverPhotos urls={rating.photos} of={`Worn by ${writer}`} />
      {rating.hiddenReason && (
        <p className="mt-3 border-l-2 border-danger pl-4 text-[0.9375rem]">
          Hemline hid this review. Nobody else can see it, and its stars do not count. The reason: “
          {rating.hiddenReason}”
        </p>
      )}
      {rating.reply && (
        <div className="mt-4 border-l-2 border-line pl-4">
          <p className="text-sm text-soft wrap-anywhere">{about} replied</p>
          <p className="mt-1 max-w-prose whitespace-pre-line wrap-anywhere">{rating.reply}</p>
        </div>
      )}
      {rating.replyUntil && (
        <ReplyForm
          ratingId={rating.id}
          until={rating.replyUntil}
          button={button}
          answer={answer?.values.rating === rating.id ? answer : undefined}
        />
      )}
    </article>
  )
}
