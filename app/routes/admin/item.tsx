import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { EnlargedPhotos } from '#app/components/admin/enlarged-photos.tsx'
import { ItemFacts } from '#app/components/admin/item-facts.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { ReasonDialog } from '#app/components/admin/reason-dialog.tsx'
import { itemStatusWords } from '#app/components/manage/item-status-words.ts'
import { lendingSentence } from '#app/components/manage/lending-form.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn } from '#app/request/contexts.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { QuickForm } from '#app/ui/quick-form.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ItemId } from '#db/ids.ts'
import { findReviewedItem, type ReviewedItem } from '#domain/catalogue/items/reviewed-items.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/item.ts'
import { decideOnItem } from './decide-on-item.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? loaderData.item.title : 'Not found')

/** The address that asks for the reason, by the item's status. */
const CONFIRMATIONS = { deny: 'pending', 'take-down': 'approved' } as const

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const id = orNotFound(parseId<ItemId>(params.id))
  const item = orNotFound(await findReviewedItem(db, admin, id))
  const ask = new URL(request.url).searchParams.get('ask')
  const confirming = ask === 'deny' || ask === 'take-down' ? ask : null
  return {
    item,
    confirming: confirming && CONFIRMATIONS[confirming] === item.approvalStatus ? confirming : null,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  return decideOnItem(context, request, { inList: false })
}

export default function AdminItem({ loaderData, actionData }: Route.ComponentProps) {
  const { item, confirming } = loaderData
  const { label, kind } = itemStatusWords[item.status]
  const here = href('/admin/items/:id', { id: item.id })
  const fields = { item: item.id, changed_at: item.changedAt.toISOString() }
  return (
    <AdminFrame
      title={item.title}
      line={<Badge kind={kind}>{label}</Badge>}
      actions={
        <>
          <Decisions item={item} fields={fields} here={here} />
          <LinkButton to={href('/item/:id', { id: item.id })} kind="secondary">
            View item page
          </LinkButton>
        </>
      }
    >
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 sm:grid-cols-[min(12rem,30%)_minmax(0,1fr)]">
        {item.photoUrls.length > 0 ? (
          <EnlargedPhotos urls={item.photoUrls} of={item.title} large />
        ) : (
          <p className="text-sm text-soft">No photo</p>
        )}
        <div>
          <ItemFacts
            item={item}
            more={[
              ['Lending', lendingSentence(item.lending)],
              ['Added', <Moment key="added" at={item.createdAt} as="day" />],
              ['Last change', <Moment key="changed" at={item.changedAt} />],
              ['Reason given', item.denialReason],
            ]}
          />
          {item.description && (
            <p className="mt-6 max-w-prose whitespace-pre-line">{item.description}</p>
          )}
          <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 text-sm">
            <TextLink
              to={`${href('/admin/rentals')}?${new URLSearchParams({ status: 'all', q: item.title })}`}
            >
              Rentals
            </TextLink>
            <TextLink to={`${href('/admin/audit')}?id=${item.id}`}>History</TextLink>
          </p>
        </div>
      </div>
      {confirming && (
        <ReasonDialog
          question={confirming === 'deny' ? `Deny ${item.title}?` : `Take down ${item.title}?`}
          line={
            confirming === 'deny'
              ? 'The closet will get an email with your reason and can edit the item.'
              : 'It will no longer be shown. The closet will get an email with your reason. Existing rentals continue.'
          }
          about="item"
          fields={{ intent: confirming, ...fields }}
          confirmText={confirming === 'deny' ? 'Deny' : 'Take down'}
          open={confirming}
          answer={actionData}
          closeTo={here}
        />
      )}
    </AdminFrame>
  )
}

function Decisions({
  item,
  fields,
  here,
}: {
  item: ReviewedItem
  fields: Readonly<Record<string, string>>
  here: string
}) {
  // Its closet has to add a photo first.
  if (item.status === 'draft') return null
  switch (item.approvalStatus) {
    case 'pending':
      return (
        <>
          <QuickForm fields={{ intent: 'approve', ...fields }}>Approve</QuickForm>
          <LinkButton to={`${here}?ask=deny`} kind="secondary" preventScrollReset>
            Deny
          </LinkButton>
        </>
      )
    case 'approved':
      return (
        <LinkButton to={`${here}?ask=take-down`} kind="secondary" preventScrollReset>
          Take down
        </LinkButton>
      )
    case 'denied':
      return <QuickForm fields={{ intent: 'put-back', ...fields }}>Restore</QuickForm>
  }
}
