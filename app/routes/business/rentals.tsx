import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { RentalPanel } from '#app/components/closet/rental-panel.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { closetOwnerContext } from '#app/http/contexts.ts'
import type { Route } from './+types/rentals.ts'
import { loadPanel } from './run-rental.ts'

export const meta: Route.MetaFunction = () => pageMeta('Rentals of your items')

export async function loader({ request, context }: Route.LoaderArgs) {
  return loadPanel(context, request, context.get(closetOwnerContext))
}

export default function ClosetRentals({ loaderData }: Route.ComponentProps) {
  return (
    <ClosetFrame title="Rentals">
      <RentalPanel base="/business/rentals" {...loaderData} />
    </ClosetFrame>
  )
}
