import { LinkButton } from './link-button.tsx'

/** Newer and older parts of a long list; a side that does not exist is left out. */
export function Pagination({
  label,
  first,
  next,
}: {
  label: string
  /** Address of the beginning, when this is not it. */
  first: string | null
  next: string | null
}) {
  if (!first && !next) return null
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-3">
      {first && (
        <LinkButton kind="secondary" to={first}>
          Back to the beginning
        </LinkButton>
      )}
      {next && (
        <LinkButton kind="secondary" to={next} rel="next">
          Next page
        </LinkButton>
      )}
    </nav>
  )
}
