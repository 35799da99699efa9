import { href } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { RentalPanel } from '#app/components/manage/rental-panel.tsx'
import { closetRentalPaths } from '#app/components/manage/rental-paths.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { closetOwnerContext } from '#app/request/contexts.ts'
import { loadPanel, takeQuickStep } from '#app/routes/manage/panel.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { Route } from './+types/rentals.ts'

export const meta: Route.MetaFunction = () => pageMeta('Rentals of your items')

export async function loader({ request, context }: Route.LoaderArgs) {
  return loadPanel(context, request, context.get(closetOwnerContext))
}

export async function action({ request, context }: Route.ActionArgs) {
  return takeQuickStep(context, request, context.get(closetOwnerContext), closetRentalPaths)
}

export default function ClosetRentals({ loaderData }: Route.ComponentProps) {
  return (
    <ClosetFrame
      title="Rentals"
      actions={
        <>
          <LinkButton to={href('/business/day')} kind="secondary">
            Handovers
          </LinkButton>
          <LinkButton to={href('/business/calendar')} kind="secondary">
            Calendar
          </LinkButton>
        </>
      }
    >
      <RentalPanel paths={closetRentalPaths} {...loaderData} />
    </ClosetFrame>
  )
}
