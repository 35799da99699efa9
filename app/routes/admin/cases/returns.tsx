import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { CASE_FILTERS } from '#app/components/admin/cases/case-filters.ts'
import { CasesToAnswer } from '#app/components/admin/cases/cases-to-answer.tsx'
import { ReturnRows } from '#app/components/admin/cases/return-rows.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { returnList, returnsToAnswer } from '#domain/care/returns/return-list.ts'
import type { Route } from './+types/returns.ts'
import { loadCases } from './load-cases.ts'

export const meta: Route.MetaFunction = () => pageMeta('Return requests')

export async function loader({ request, context }: Route.LoaderArgs) {
  return await loadCases(context, request, {
    base: href('/admin/returns'),
    list: returnList,
    toAnswer: returnsToAnswer,
  })
}

/** Requests to send an item back, the next deadline first. */
export default function Returns({ loaderData }: Route.ComponentProps) {
  const { part, found, toAnswer } = loaderData
  return (
    <AdminFrame title="Return requests" line="Renters who want to send an item back.">
      {toAnswer && (
        <CasesToAnswer
          cases={toAnswer}
          anchor="return-request"
          one="return request"
          many="return requests"
        />
      )}
      <AdminList
        label="Return requests"
        part={part}
        filters={CASE_FILTERS}
        found={found}
        searchable={false}
        empty={<EmptyState title="No return request to decide" />}
      >
        {(requests) => <ReturnRows requests={requests} />}
      </AdminList>
    </AdminFrame>
  )
}
