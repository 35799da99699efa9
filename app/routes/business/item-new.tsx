import { redirect } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { ItemFields } from '#app/components/closet/item-fields.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { appContext, closetOwnerContext } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { listItem } from '#domain/items/listing.ts'
import { readPlatformSettings } from '#domain/platform-settings/platform-settings.ts'
import type { Route } from './+types/item-new.ts'
import { answerListingProblem, readItemDetails, readItemPost, tooLarge } from './save-item.ts'

export const meta: Route.MetaFunction = () => pageMeta('Add Item')

export async function loader({ context }: Route.LoaderArgs) {
  const { userToUserEnabled } = await readPlatformSettings(context.get(appContext).db)
  return { mayAdd: userToUserEnabled }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  const posted = await readItemPost(context, request, owner)
  if (!posted) return tooLarge()
  const read = readItemDetails(posted, 'closet')
  if (!read.ok) return read.answer
  const outcome = await listItem(db, owner, read.details, clock())
  if (!outcome.ok) return answerListingProblem(outcome.problem, posted.form)
  const text = 'Your item has been added. It appears once it has been approved.'
  return redirect('/business', { headers: { 'Set-Cookie': flash({ type: 'success', text }) } })
}

export default function NewItem({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ClosetFrame title="Add Item">
      <div className="mt-10">
        {loaderData.mayAdd ? (
          <ItemFields kind="closet" item={null} answer={actionData} submitText="Add Item" />
        ) : (
          <EmptyState
            title="Only admins can post items at the moment."
            action={<LinkButton to="/business">My Closet</LinkButton>}
          >
            What you have listed stays.
          </EmptyState>
        )}
      </div>
    </ClosetFrame>
  )
}
