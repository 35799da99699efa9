import { href } from 'react-router'
import { Link } from '#app/ui/link.tsx'

/** The name as a logo: with a stitched hem under it. */
export function Wordmark() {
  return (
    <Link
      to={href('/')}
      className="group/mark relative inline-flex items-center py-2 font-heading text-[min(1.625rem,7.5vw)] leading-none tracking-[-0.02em] text-ink"
    >
      Hemline
      <svg
        viewBox="0 0 100 2"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-x-0 bottom-1 h-[2px] w-full text-primary-500"
      >
        <path
          d="M1 1h98"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeDasharray="5 3"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </Link>
  )
}
