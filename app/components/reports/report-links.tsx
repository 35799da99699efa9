import { href } from 'react-router'
import { Link } from '#app/ui/link.tsx'
import type { ReportedNoun } from '#db/enums.ts'
import { reportAddress } from './report-address.ts'

const LINK = 'inline-flex min-h-11 items-center text-sm text-link md:min-h-7'

/** The page that blocks a person. */
function blockAddress(personId: string): string {
  return `${href('/block')}?${new URLSearchParams({ id: personId })}`
}

/** 'Something is wrong', 'Report this listing' and, for a person, 'Block this person'. */
export function ReportLinks({
  noun,
  id,
  report,
  blocks,
  problemTo,
}: {
  noun: ReportedNoun
  id: string
  /** The text of the link. */
  report: string
  /** Whom the second link blocks, and its text. */
  blocks?: { readonly personId: string; readonly text: string } | null
  /** Where people tell us about a problem that is not a report. */
  problemTo?: string
}) {
  return (
    <ul className="flex flex-wrap gap-x-6">
      {problemTo && (
        <li>
          <Link to={problemTo} rel="nofollow" className={LINK}>
            Something is wrong
          </Link>
        </li>
      )}
      <li>
        <Link to={reportAddress(noun, id)} rel="nofollow" className={LINK}>
          {report}
        </Link>
      </li>
      {blocks && (
        <li>
          <Link to={blockAddress(blocks.personId)} rel="nofollow" className={LINK}>
            {blocks.text}
          </Link>
        </li>
      )}
    </ul>
  )
}
