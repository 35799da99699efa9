import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { DownloadCsv } from '#app/components/admin/download-csv.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { RentalPanel } from '#app/components/manage/rental-panel.tsx'
import { adminRentalPaths } from '#app/components/manage/rental-paths.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminContext } from '#app/request/contexts.ts'
import { loadPanel, takeQuickStep } from '#app/routes/manage/panel.ts'
import { UNRECORDED_AFTER_DAYS } from '#domain/booking/rentals/stage/deadline-days.ts'
import { inWords } from '#domain/shared/figures.ts'
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

const NEEDS_ACTION = `These have no closet, or their closet has not recorded the delivery or return for ${inWords(UNRECORDED_AFTER_DAYS, 'day')}.`

export default function AllRentals({ loaderData }: Route.ComponentProps) {
  const { panel } = loaderData
  return (
    <AdminFrame
      title="Rentals"
      line={panel?.filter === 'action' && NEEDS_ACTION}
      actions={<DownloadCsv list="rentals" part={panel?.filter} />}
    >
      {panel ? (
        <RentalPanel paths={adminRentalPaths} showsOwner {...panel} />
      ) : (
        <NotLoaded label="Rentals" to="" />
      )}
    </AdminFrame>
  )
}
