import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn } from '#app/request/contexts.ts'
import { loadList, readPart } from '#app/routes/admin/list-answers.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { type ListedReport, reportList, reportParts } from '#domain/care/reports/report-list.ts'
import {
  REPORT_OUTCOMES,
  REPORT_REASONS,
  REPORTED_NOUNS,
} from '#domain/care/reports/report-words.ts'
import type { Route } from './+types/reports.ts'

export const meta: Route.MetaFunction = () => pageMeta('Reports')

const FILTERS = [
  { value: 'open', label: 'To decide' },
  { value: 'decided', label: 'Decided' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const { part, after } = readPart(request, href('/admin/reports'), reportParts)
  const chosen = reportParts.find((known) => known === part.filter) ?? 'open'
  const found = await loadList(context, request, () =>
    reportList(db, admin, { part: chosen, after }),
  )
  return { part: { ...part, q: '' }, found }
}

/** Reports of listings, people, messages and reviews, the oldest first. */
export default function Reports({ loaderData }: Route.ComponentProps) {
  const { part, found } = loaderData
  return (
    <AdminFrame title="Reports" line="What people reported, the oldest first.">
      <AdminList
        label="Reports"
        part={part}
        filters={FILTERS}
        found={found}
        searchable={false}
        empty={<EmptyState title="No report to decide" />}
      >
        {(reports) => <ReportRows reports={reports} />}
      </AdminList>
    </AdminFrame>
  )
}

function ReportRows({ reports }: { reports: readonly ListedReport[] }) {
  return (
    <ul className="mt-4 border-t border-line">
      {reports.map(({ id, noun, title, reason, reporterName, reportedName, ...report }) => (
        <li
          key={id}
          className="grid items-center gap-x-8 gap-y-2 border-b border-line py-4 md:grid-cols-[6rem_minmax(0,1fr)_auto]"
        >
          <p className="text-sm text-soft first-letter:uppercase">{REPORTED_NOUNS[noun]}</p>
          <div className="min-w-0">
            <h2 className="text-lg leading-snug wrap-anywhere">
              <TextLink to={href('/admin/reports/:id', { id })}>{title}</TextLink>
            </h2>
            <p className="text-sm wrap-anywhere text-soft">
              {REPORT_REASONS[reason]}. <bdi>{reporterName}</bdi> about <bdi>{reportedName}</bdi>
            </p>
          </div>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
            {report.outcome && <Badge>{REPORT_OUTCOMES[report.outcome]}</Badge>}
            <Moment at={report.decidedAt ?? report.at} />
          </p>
        </li>
      ))}
    </ul>
  )
}
