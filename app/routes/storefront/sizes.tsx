import { href } from 'react-router'
import { GroupsPage } from '#app/components/browse/groups-page.tsx'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import type { Route } from './+types/sizes.ts'
import { browseFixed } from './browse-loader.ts'

const title = 'Rent by Size'
const introduction = 'Browse items in your size, newest first.'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, { title, description: introduction, path: href('/sizes') })

export function loader({ request, context }: Route.LoaderArgs) {
  return browseFixed(context, request, 'size')
}

export default function Sizes({ loaderData: groups }: Route.ComponentProps) {
  return <GroupsPage title={title} introduction={introduction} groups={groups} />
}
