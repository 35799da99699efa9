import { href } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { RunRental } from '#app/components/workspace/run-rental.tsx'
import { closetOwnerContext } from '#app/http/contexts.ts'
import { actOnRental, loadRunRental } from '#app/routes/workspace/run-rental.ts'
import type { Route } from './+types/rental.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Rental of ${loaderData.rental.title}` : 'Not found')

const base = href('/business/rentals')

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return loadRunRental(context, request, context.get(closetOwnerContext), params.id)
}

export async function action({ request, params, context }: Route.ActionArgs) {
  return actOnRental(context, request, context.get(closetOwnerContext), { id: params.id, base })
}

export default function ClosetRental({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ClosetFrame title={loaderData.rental.title}>
      <RunRental {...loaderData} base={base} answer={actionData} />
    </ClosetFrame>
  )
}
