import { href } from 'react-router'
import { GroupsPage } from '#app/components/browse/groups-page.tsx'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import type { Route } from './+types/styles.ts'
import { browseFixed } from './browse-loader.ts'

const title = 'Rent by Style'
const introduction = 'Everyday and formal clothes from closets near you, rented by the week.'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, { title, description: introduction, path: href('/styles') })

export function loader({ request, context }: Route.LoaderArgs) {
  return browseFixed(context, request, 'style')
}

export default function Styles({ loaderData: groups }: Route.ComponentProps) {
  return <GroupsPage title={title} introduction={introduction} groups={groups} />
}
