import { MAX_NEWEST } from '#domain/shared/lists/show-counted.ts'

type NewestSearchedProps = {
  /** The rows of the list: 'users'. */
  what: string
  isPartial: boolean
  /** Which of them were searched, in the order of the list. */
  searched?: 'newest' | 'first'
  /** Words that few rows match are searched for in all rows. */
  findsFew?: boolean
}

/** Says that a search has not covered all rows of a list, if so. */
export function NewestSearched(props: NewestSearchedProps) {
  const { what, isPartial, searched = 'newest', findsFew = true } = props
  if (!isPartial) return null
  return (
    <p className="mt-6 text-sm text-soft">
      Only the {searched} {MAX_NEWEST.toLocaleString('en-US')} {what} were searched.
      {findsFew && ' Use more or longer words to search all of them.'}
    </p>
  )
}
