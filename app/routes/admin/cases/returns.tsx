import { CaseList } from '#app/components/admin/cases/case-list.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import type { Route } from './+types/returns.ts'
import { loadCases } from './load-cases.ts'

export const meta: Route.MetaFunction = () => pageMeta('Returns and no-shows')

export async function loader({ request, context }: Route.LoaderArgs) {
  return await loadCases(context, request, 'return')
}

export default function Returns({ loaderData }: Route.ComponentProps) {
  return <CaseList kind="return" {...loaderData} />
}
