import { LinkButton } from './link-button.tsx'

/** Links to newer and older parts of a long list; a side that does not exist is left out. */
export function Pagination({
  label,
  first,
  previous = null,
  position,
  next,
}: {
  label: string
  /** The address of the start, when this is not it. */
  first: string | null
  /** The address of the previous page, if pages have one. */
  previous?: string | null
  /** 'Page 2 of 7'. */
  position?: string
  next: string | null
}) {
  if (!first && !previous && !next) return null
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-3">
      {first && (
        <LinkButton kind="secondary" to={first}>
          Back to the beginning
        </LinkButton>
      )}
      {previous && (
        <LinkButton kind="secondary" to={previous} rel="prev">
          Previous page
        </LinkButton>
      )}
      {position && <span className="px-2 text-sm text-soft tabular-nums">{position}</span>}
      {next && (
        <LinkButton kind="secondary" to={next} rel="next">
          Next page
        </LinkButton>
      )}
    </nav>
  )
}
