import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { AppealRows } from '#app/components/admin/appeal-rows.tsx'
import { CasesToAnswer } from '#app/components/admin/cases-to-answer.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { adminContext, appContext } from '#app/http/contexts.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { appealList, appealParts, appealsToAnswer } from '#domain/appeals/appeal-list.ts'
import type { Route } from './+types/appeals.ts'
import { loadList, readPart } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Appeals')

const FILTERS = [
  { value: 'decide', label: 'To decide' },
  { value: 'answer', label: 'Answer due' },
  { value: 'decided', label: 'Decided' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(appContext)
  const { part, after } = readPart(request, href('/admin/appeals'), appealParts)
  const chosen = appealParts.find((known) => known === part.filter) ?? 'decide'
  const [admin, now] = [context.get(adminContext), clock()]
  const loaded = await loadList(context, request, () =>
    Promise.all([
      appealList(db, admin, { part: chosen, after, now }),
      appealsToAnswer(db, admin, now),
    ]),
  )
  const [found, toAnswer] = loaded ?? [null, null]
  return { part: { ...part, q: '' }, found, toAnswer }
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
        filters={FILTERS}
        found={found}
        searchable={false}
        empty={<EmptyState title="No appeal to decide" />}
      >
        {(appeals) => <AppealRows appeals={appeals} />}
      </AdminList>
    </AdminFrame>
  )
}
