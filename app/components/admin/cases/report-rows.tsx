import { href } from 'react-router'
import { Moment } from '#app/components/admin/moment.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Link } from '#app/ui/link.tsx'
import type { ListedReport } from '#domain/care/reports/report-list.ts'
import {
  REPORT_OUTCOMES,
  REPORT_REASONS,
  REPORTED_NOUNS,
} from '#domain/care/reports/report-words.ts'

/** Reports with what they are about and by whom. */
export function ReportRows({ reports }: { reports: readonly ListedReport[] }) {
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
              <Link to={href('/admin/reports/:id', { id })} className="text-link">
                {title}
              </Link>
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
