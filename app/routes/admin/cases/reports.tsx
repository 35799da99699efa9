import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { ReportRows } from '#app/components/admin/cases/report-rows.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminContext, appContext } from '#app/request/contexts.ts'
import { loadList, readPart } from '#app/routes/admin/list-answers.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { reportList, reportParts } from '#domain/care/reports/report-list.ts'
import type { Route } from './+types/reports.ts'

export const meta: Route.MetaFunction = () => pageMeta('Reports')

const FILTERS = [
  { value: 'open', label: 'To decide' },
  { value: 'decided', label: 'Decided' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const { part, after } = readPart(request, href('/admin/reports'), reportParts)
  const chosen = reportParts.find((known) => known === part.filter) ?? 'open'
  const found = await loadList(context, request, () =>
    reportList(db, context.get(adminContext), { part: chosen, after }),
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
