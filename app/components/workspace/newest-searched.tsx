import { MAX_NEWEST } from '#domain/shared/show-counted.ts'

type NewestSearchedProps = {
  /** The rows of the list: 'users'. */
  what: string
  isPartial: boolean
  /** Words that fewer rows match are looked for in all of them. */
  findsFew?: boolean
}

/** Says that a search has left out the older rows of a list, when it has. */
export function NewestSearched({ what, isPartial, findsFew = true }: NewestSearchedProps) {
  if (!isPartial) return null
  return (
    <p className="mt-6 text-sm text-soft">
      Only the newest {MAX_NEWEST.toLocaleString('en-US')} {what} were searched.
      {findsFew && ' More or longer words search all of them.'}
    </p>
  )
}
