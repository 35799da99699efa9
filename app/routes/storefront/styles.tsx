import { GroupsPage } from '#app/components/browse/groups-page.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import type { Route } from './+types/styles.ts'
import { browseFixed } from './browse-loader.ts'

const title = 'Rent by Style'
const introduction = 'From a weekday shirt to something for the red carpet. Borrow it for a week.'

export const meta: Route.MetaFunction = () => pageMeta(title, introduction)

export function loader({ request, context }: Route.LoaderArgs) {
  return browseFixed(context, request, 'style')
}

export default function Styles({ loaderData: groups }: Route.ComponentProps) {
  return <GroupsPage title={title} introduction={introduction} groups={groups} />
}
