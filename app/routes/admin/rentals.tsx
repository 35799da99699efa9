import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { DownloadCsv } from '#app/components/admin/download-csv.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { RentalPanel } from '#app/components/closet/rental-panel.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { adminContext } from '#app/http/contexts.ts'
import { loadPanel } from '#app/routes/business/run-rental.ts'
import type { Route } from './+types/rentals.ts'
import { loadList } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Rentals')

export async function loader({ request, context }: Route.LoaderArgs) {
  const panel = await loadList(context, request, () =>
    loadPanel(context, request, context.get(adminContext)),
  )
  return { panel }
}

export default function AllRentals({ loaderData }: Route.ComponentProps) {
  const { panel } = loaderData
  return (
    <AdminFrame title="Rentals" actions={<DownloadCsv list="rentals" />}>
      {panel ? (
        <RentalPanel base="/admin/rentals" showsOwner {...panel} />
      ) : (
        <NotLoaded label="Rentals" to="" />
      )}
    </AdminFrame>
  )
}
