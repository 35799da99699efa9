import { MAX_STARS } from '#domain/care/ratings/rating-limits.ts'
import { starsInWords } from './rating-words.ts'

export const everyStar = Array.from({ length: MAX_STARS }, (_, index) => index + 1)

/** The stars of one rating. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span className="inline-flex items-center gap-0.5 align-[-0.125em]">
      <span className="sr-only">{starsInWords(stars)}</span>
      {everyStar.map((star) => (
        <StarShape key={star} className={star <= stars ? 'fill-current' : 'fill-none'} />
      ))}
    </span>
  )
}

export function StarShape({ className = '', size = 16 }: { className?: string; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      className={className}
    >
      <path d="m12 3 2.8 5.8 6.2.9-4.5 4.5 1.1 6.3L12 17.5l-5.6 3 1.1-6.3L3 9.7l6.2-.9z" />
    </svg>
  )
}
