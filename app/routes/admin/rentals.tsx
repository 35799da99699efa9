import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { DownloadCsv } from '#app/components/admin/download-csv.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { RentalPanel } from '#app/components/manage/rental-panel.tsx'
import { adminRentalPaths } from '#app/components/manage/rental-paths.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminContext } from '#app/request/contexts.ts'
import { loadPanel, takeQuickStep } from '#app/routes/manage/panel.ts'
import type { Route } from './+types/rentals.ts'
import { loadList } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Rentals')

export async function loader({ request, context }: Route.LoaderArgs) {
  const panel = await loadList(context, request, () =>
    loadPanel(context, request, context.get(adminContext)),
  )
  return { panel }
}

export async function action({ request, context }: Route.ActionArgs) {
  return takeQuickStep(context, request, context.get(adminContext), adminRentalPaths)
}

export default function AllRentals({ loaderData }: Route.ComponentProps) {
  const { panel } = loaderData
  return (
    <AdminFrame title="Rentals" actions={<DownloadCsv list="rentals" part={panel?.filter} />}>
      {panel ? (
        <RentalPanel paths={adminRentalPaths} showsOwner {...panel} />
      ) : (
        <NotLoaded label="Rentals" to="" />
      )}
    </AdminFrame>
  )
}
