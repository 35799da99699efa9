import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { AppealRows } from '#app/components/admin/cases/appeal-rows.tsx'
import { CASE_FILTERS } from '#app/components/admin/cases/case-filters.ts'
import { CasesToAnswer } from '#app/components/admin/cases/cases-to-answer.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { appealList, appealsToAnswer } from '#domain/care/appeals/appeal-list.ts'
import type { Route } from './+types/appeals.ts'
import { loadCases } from './load-cases.ts'

export const meta: Route.MetaFunction = () => pageMeta('Appeals')

export async function loader({ request, context }: Route.LoaderArgs) {
  return await loadCases(context, request, {
    base: href('/admin/appeals'),
    list: appealList,
    toAnswer: appealsToAnswer,
  })
}

/** Appeals against kept deposits, the next deadline first. */
export default function Appeals({ loaderData }: Route.ComponentProps) {
  const { part, found, toAnswer } = loaderData
  return (
    <AdminFrame title="Appeals" line="Renters who appealed a kept deposit.">
      {toAnswer && <CasesToAnswer cases={toAnswer} anchor="appeal" one="appeal" many="appeals" />}
      <AdminList
        label="Appeals"
        part={part}
        filters={CASE_FILTERS}
        found={found}
        searchable={false}
        empty={<EmptyState title="No appeal to decide" />}
      >
        {(appeals) => <AppealRows appeals={appeals} />}
      </AdminList>
    </AdminFrame>
  )
}
