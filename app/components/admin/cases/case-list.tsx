import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import type { ListPart } from '#app/components/admin/list-part.ts'
import { Moment } from '#app/components/admin/moment.tsx'
import { caseStatusWords, returnReasonWords } from '#app/components/cases/case-words.ts'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { CASES, type CaseKind, type CasePart } from '#domain/care/cases/case-kinds.ts'
import type { CasesToDo, ListedCase } from '#domain/care/cases/case-list.ts'
import { dollars } from '#domain/shared/cents.ts'
import type { Found } from '#domain/shared/lists/page.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import { CASE_LISTS } from './case-lists.ts'

const FILTERS = [
  { value: 'decide', label: 'To decide' },
  { value: 'answer', label: 'Answer due' },
  { value: 'decided', label: 'Decided' },
] as const satisfies readonly { readonly value: CasePart; readonly label: string }[]

type CaseListProps = {
  kind: CaseKind
  part: ListPart
  found: Found<ListedCase> | null
  /** The cases that admins answer: about their own listings, and for closets that cannot. */
  toAnswer: CasesToDo | null
}

/** Appeals against kept deposits, or requests to send an item back; the next deadline first. */
export function CaseList({ kind, part, found, toAnswer }: CaseListProps) {
  const { title, line, one, many } = CASE_LISTS[kind]
  return (
    <AdminFrame title={title} line={line}>
      {toAnswer?.rentalId && (
        <div className="mt-6">
          <Notice>
            <TextLink
              to={`${href('/admin/rentals/:id', { id: toAnswer.rentalId })}#${CASES[kind].name}`}
            >
              {toAnswer.count === 1
                ? `1 ${one} needs your answer`
                : `${showCounted(toAnswer.count)} ${many} need your answer: see the next one due`}
            </TextLink>
          </Notice>
        </div>
      )}
      <AdminList
        label={title}
        part={part}
        filters={FILTERS}
        found={found}
        searchable={false}
        empty={<EmptyState title={`No ${one} to decide`} />}
      >
        {(cases) => (
          <ul className="mt-4 border-t border-line">
            {cases.map((one) => (
              <CaseRow key={one.rentalId} kind={kind} case={one} />
            ))}
          </ul>
        )}
      </AdminList>
    </AdminFrame>
  )
}

function CaseRow({ kind, case: listed }: { kind: CaseKind; case: ListedCase }) {
  const { rentalId: id, title, renterName, ownerName, withheldCents, reason, back } = listed
  const status = caseStatusWords[listed.status]
  return (
    <li
      className={`grid items-center gap-x-8 gap-y-2 border-b border-line py-4 ${withheldCents === null ? 'md:grid-cols-[minmax(0,1fr)_auto]' : 'md:grid-cols-[6rem_minmax(0,1fr)_auto]'}`}
    >
      {withheldCents !== null && (
        <p className="font-heading text-2xl lining-nums tabular-nums">{dollars(withheldCents)}</p>
      )}
      <div className="min-w-0">
        <h2 className="text-lg leading-snug break-words">
          <TextLink to={CASE_LISTS[kind].page(id)}>{title}</TextLink>
        </h2>
        <p className="text-sm break-words text-soft">
          <bdi>{renterName}</bdi> {reason ? 'to' : 'against'} <bdi>{ownerName}</bdi>
          {reason && `: ${returnReasonWords[reason]}`}
        </p>
        {back > 0 && (
          <p className="text-sm">
            {reason ? `${creditsInWords(back)} back` : `${dollars(back)} returned`}
          </p>
        )}
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
        <Badge kind={status.kind}>{status.label}</Badge>
        {listed.isOverdue && <Badge kind="danger">Overdue</Badge>}
        {listed.dueAt && (
          <span>
            by <Moment at={listed.dueAt} />
          </span>
        )}
        {listed.decidedAt && <Moment at={listed.decidedAt} />}
      </p>
    </li>
  )
}
