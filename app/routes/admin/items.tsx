import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { DownloadCsv } from '#app/components/admin/download-csv.tsx'
import { ItemsTab } from '#app/components/admin/items-tab.tsx'
import { partAddress } from '#app/components/admin/list-part.ts'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { ReasonDialog } from '#app/components/admin/reason-dialog.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn } from '#app/request/contexts.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { ItemId } from '#db/ids.ts'
import { reviewedItems } from '#domain/catalogue/items/reviewed-items.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/items.ts'
import { decideOnItem } from './decide-on-item.ts'
import { requestedPart } from './decisions.ts'
import { loadList } from './list-answers.ts'
import { waitingIn } from './waiting.ts'

export const meta: Route.MetaFunction = () => pageMeta('Items')

const base = href('/admin/items')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, admin } = adminIn(context)
  const { part, query } = requestedPart(request)
  const confirming = parseId<ItemId>(query.get('deny'))
  const loaded = await loadList(context, request, async () => {
    const [page, { items: waiting }] = await Promise.all([
      reviewedItems(db, admin, part, clock()),
      waitingIn(context),
    ])
    return { items: page.rows, next: page.next, isPartial: page.isPartial, waiting }
  })
  const denying =
    loaded?.items.find(
      ({ id, approvalStatus }) => id === confirming && approvalStatus === 'pending',
    ) ?? null
  const isTooLate = confirming !== null && loaded !== null && !denying
  return { part, loaded, isSelected: query.get('select') === 'all', denying, isTooLate }
}

export async function action({ request, context }: Route.ActionArgs) {
  return decideOnItem(context, request, { inList: true })
}

export default function Items({ loaderData, actionData }: Route.ComponentProps) {
  const { part, loaded, isSelected, denying, isTooLate } = loaderData
  return (
    <AdminFrame title="Items" actions={<DownloadCsv list="items" part={part.status} />}>
      {isTooLate && (
        <Notice kind="error" className="mt-6">
          This item is no longer waiting for review.
        </Notice>
      )}
      {loaded ? (
        <ItemsTab {...loaded} part={part} isSelected={isSelected} />
      ) : (
        <NotLoaded label="Items" to="" />
      )}
      {denying && (
        <ReasonDialog
          key={denying.id}
          question={`Deny ${denying.title}?`}
          line="The closet will get an email with your reason and can edit the item."
          about="item"
          fields={{
            intent: 'deny',
            item: denying.id,
            changed_at: denying.changedAt.toISOString(),
          }}
          confirmText="Deny"
          open={denying}
          answer={actionData}
          closeTo={partAddress(base, part)}
        />
      )}
    </AdminFrame>
  )
}
