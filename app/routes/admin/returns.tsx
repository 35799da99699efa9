import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { CasesToAnswer } from '#app/components/admin/cases-to-answer.tsx'
import { ReturnRows } from '#app/components/admin/return-rows.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { adminContext, appContext } from '#app/http/contexts.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { returnList, returnParts, returnsToAnswer } from '#domain/return-requests/return-list.ts'
import type { Route } from './+types/returns.ts'
import { loadList, readPart } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Return requests')

const FILTERS = [
  { value: 'decide', label: 'To decide' },
  { value: 'answer', label: 'Answer due' },
  { value: 'decided', label: 'Decided' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock } = context.get(appContext)
  const { part, after } = readPart(request, href('/admin/returns'), returnParts)
  const chosen = returnParts.find((known) => known === part.filter) ?? 'decide'
  const [admin, now] = [context.get(adminContext), clock()]
  const loaded = await loadList(context, request, () =>
    Promise.all([
      returnList(db, admin, { part: chosen, after, now }),
      returnsToAnswer(db, admin, now),
    ]),
  )
  const [found, toAnswer] = loaded ?? [null, null]
  return { part: { ...part, q: '' }, found, toAnswer }
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
        filters={FILTERS}
        found={found}
        searchable={false}
        empty={<EmptyState title="No return request to decide" />}
      >
        {(requests) => <ReturnRows requests={requests} />}
      </AdminList>
    </AdminFrame>
  )
}
