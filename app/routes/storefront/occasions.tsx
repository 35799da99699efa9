import { href } from 'react-router'
import { GroupsPage } from '#app/components/browse/groups-page.tsx'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import type { Route } from './+types/occasions.ts'
import { browseFixed } from './browse-loader.ts'

const title = 'Rent by Occasion'
const introduction = 'Find something to wear for every occasion, from closets near you.'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, { title, description: introduction, path: href('/occasions') })

export function loader({ request, context }: Route.LoaderArgs) {
  return browseFixed(context, request, 'occasion')
}

export default function Occasions({ loaderData: groups }: Route.ComponentProps) {
  return <GroupsPage title={title} introduction={introduction} groups={groups} />
}
