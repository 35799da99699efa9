import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { ItemsTab } from '#app/components/admin/items-tab.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { attempt } from '#app/http/attempt.ts'
import { adminContext, appContext } from '#app/http/contexts.ts'
import { type ApprovalProblem, approveItem, denyItem } from '#domain/items/item-approval.ts'
import { countWaitingItems, reviewedItems } from '#domain/items/reviewed-items.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/items.ts'
import { backSaying, wantedPart } from './decisions.ts'
import { loadList } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Items')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const admin = context.get(adminContext)
  const wanted = wantedPart(request)
  const loaded = await loadList(context, request, async () => {
    const [page, waiting] = await Promise.all([
      reviewedItems(db, admin, wanted),
      countWaitingItems(db, admin),
    ])
    return { items: page.rows, next: page.next, isFirst: wanted.after === null, waiting }
  })
  return { ...wanted, loaded }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(appContext)
  const admin = context.get(adminContext)
  const form = await request.formData()
  const itemId = parseId(form.get('item'))
  const changedAt = new Date(String(form.get('changed_at')))
  const intent = form.get('intent')
  if (!itemId || Number.isNaN(changedAt.getTime()) || (intent !== 'approve' && intent !== 'deny'))
    return backSaying(request, { type: 'error', text: 'This item was not found.' })
  const decide = intent === 'approve' ? approveItem : denyItem
  const tried = await attempt(context, request, () =>
    decide(db, admin, { itemId, changedAt }, clock()),
  )
  if (tried.failed) return backSaying(request, { type: 'error', text: FAILED })
  const outcome = tried.value
  return backSaying(
    request,
    outcome.ok
      ? { type: 'success', text: intent === 'approve' ? 'Approved.' : 'Denied.' }
      : { type: 'error', text: sentenceFor(outcome.problem) },
  )
}

const FAILED = 'Error updating item. Please try again.'

function sentenceFor(problem: ApprovalProblem): string {
  switch (problem.reason) {
    case 'item-not-found':
      return 'This item was not found.'
    case 'already-decided':
      return `This item has already been ${problem.status}.`
    case 'changed-meanwhile':
      return 'Its closet has changed this item meanwhile. Please look at it again.'
  }
}

export default function Items({ loaderData }: Route.ComponentProps) {
  const { loaded, status, q } = loaderData
  return (
    <AdminFrame title="Items">
      {loaded ? <ItemsTab {...loaded} status={status} q={q} /> : <NotLoaded label="Items" to="" />}
    </AdminFrame>
  )
}
