import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { RentalPanel } from '#app/components/closet/rental-panel.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { adminContext } from '#app/http/contexts.ts'
import { loadPanel } from '#app/routes/business/run-rental.ts'
import type { Route } from './+types/rentals.ts'

export const meta: Route.MetaFunction = () => pageMeta('Rentals')

export async function loader({ request, context }: Route.LoaderArgs) {
  return loadPanel(context, request, context.get(adminContext))
}

export default function AllRentals({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame title="Rentals">
      <RentalPanel base="/admin/rentals" showsOwner {...loaderData} />
    </AdminFrame>
  )
}
