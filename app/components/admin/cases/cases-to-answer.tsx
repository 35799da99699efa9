import { href } from 'react-router'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { CasesToDo } from '#domain/care/cases/cases.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'

type CasesToAnswerProps = {
  cases: CasesToDo
  /** The id of the case on its rental's page. */
  anchor: 'appeal' | 'return-request'
  one: string
  many: string
}

/** The cases that admins answer: about their own listings, and for closets that cannot. */
export function CasesToAnswer({ cases, anchor, one, many }: CasesToAnswerProps) {
  if (!cases.rentalId) return null
  return (
    <div className="mt-6">
      <Notice>
        <Link
          to={`${href('/admin/rentals/:id', { id: cases.rentalId })}#${anchor}`}
          className="text-link"
        >
          {cases.count === 1
            ? `1 ${one} needs your answer`
            : `${showCounted(cases.count)} ${many} need your answer: see the next one due`}
        </Link>
      </Notice>
    </div>
  )
}
