import { CaseList } from '#app/components/admin/cases/case-list.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import type { Route } from './+types/appeals.ts'
import { loadCases } from './load-cases.ts'

export const meta: Route.MetaFunction = () => pageMeta('Appeals')

export async function loader({ request, context }: Route.LoaderArgs) {
  return await loadCases(context, request, 'appeal')
}

export default function Appeals({ loaderData }: Route.ComponentProps) {
  return <CaseList kind="appeal" {...loaderData} />
}
