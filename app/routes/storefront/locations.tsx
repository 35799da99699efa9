import { href } from 'react-router'
import { GroupsPage } from '#app/components/browse/groups-page.tsx'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import { SearchLink } from '#app/components/search/search-link.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { Route } from './+types/locations.ts'
import { browseLocations } from './browse-loader.ts'

const title = 'Rent by Location'
const introduction = 'Browse closets by city. Pick up, or have it delivered.'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, { title, description: introduction, path: href('/locations') })

export function loader({ request, context }: Route.LoaderArgs) {
  return browseLocations(context, request)
}

export default function Locations({ loaderData }: Route.ComponentProps) {
  const { groups, first, next } = loaderData
  return (
    <GroupsPage title={title} introduction={introduction} groups={groups}>
      {groups.length === 0 && (
        <EmptyState
          title="No locations available"
          action={
            <>
              {first ? (
                <LinkButton to={first}>All locations</LinkButton>
              ) : (
                <LinkButton to={href('/styles')}>Browse by style</LinkButton>
              )}
              <SearchLink />
            </>
          }
        >
          There are no items to rent right now.
        </EmptyState>
      )}
      <Pagination label="Locations" first={first} next={next} />
    </GroupsPage>
  )
}
