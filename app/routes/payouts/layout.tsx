import { Outlet } from 'react-router'
import { ClosetWorkspace } from '#app/components/closet/closet-workspace.tsx'
import { paidOwnerContext } from '#app/request/contexts.ts'
import { requirePaidOwner } from '#app/request/guards.ts'
import { loadCloset, NO_CLOSET } from '#app/routes/manage/load-closet.ts'
import { asClosetOwner } from '#domain/shared/actors.ts'
import type { Route } from './+types/layout.ts'

export const middleware = [requirePaidOwner]

// Client navigations run the guard only if there is a loader.
export async function loader({ context }: Route.LoaderArgs) {
  const owner = asClosetOwner(context.get(paidOwnerContext))
  return owner ? await loadCloset(context, owner) : NO_CLOSET
}

export default function Layout({ loaderData }: Route.ComponentProps) {
  return (
    <ClosetWorkspace {...loaderData}>
      <Outlet />
    </ClosetWorkspace>
  )
}
