import type { RenterRatings } from '#domain/care/ratings/renter-ratings.ts'
import type { RatingSum } from '#domain/shared/rating-sums.ts'
import { sumInWords } from './rating-sum.ts'
import { StarShape, Stars } from './stars.tsx'

/** The stars of a renter in a list of requests. */
export function RenterSum({ sum }: { sum: RatingSum | null }) {
  if (!sum) return <p className="text-sm text-soft">No reviews by closets yet</p>
  return (
    <p className="text-sm">
      <StarShape className="inline-block fill-current align-[-0.125em]" /> {sumInWords(sum)}
    </p>
  )
}

/** What closets wrote about a renter, for deciding whether to accept a request. */
export function RenterStars({ sum, newest }: RenterRatings) {
  if (!sum) return <span className="block text-soft">No reviews by closets yet</span>
  const words = (
    <>
      <StarShape className="inline-block fill-current align-[-0.125em]" /> {sumInWords(sum)}
    </>
  )
  if (newest.length === 0) return <span className="block">{words}</span>
  return (
    <details className="mt-1">
      <summary className="min-h-7 cursor-pointer">{words}</summary>
      <ul className="mt-2 mb-1 grid gap-3">
        {newest.map(({ id, stars, words: text, writer }) => (
          <li key={id} className="text-sm">
            <Stars stars={stars} /> <span className="text-soft">by {writer}</span>
            <span className="block whitespace-pre-line wrap-anywhere">“{text}”</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
