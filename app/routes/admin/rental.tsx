import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { RunRental } from '#app/components/closet/run-rental.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { adminContext } from '#app/http/contexts.ts'
import { actOnRental, loadRunRental } from '#app/routes/business/run-rental.ts'
import type { Route } from './+types/rental.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Rental of ${loaderData.rental.title}` : 'Not found')

const base = '/admin/rentals'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return loadRunRental(context, request, context.get(adminContext), params.id)
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return actOnRental(context, request, context.get(adminContext), { id: params.id, base })
}

export default function AdminRental({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminFrame title={loaderData.rental.title}>
      <RunRental {...loaderData} base={base} showsOwner answer={actionData} />
    </AdminFrame>
  )
}
