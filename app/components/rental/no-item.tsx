import { href } from 'react-router'
import { MessagePage } from '#app/components/pages/message-page.tsx'
import { SearchLink } from '#app/components/search/search-link.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { SearchQuery } from '#domain/catalogue/search/search-query.ts'

/** Shown in place of the rent panel: why the item cannot be rented, and where to continue. */
export function NotNow({
  children,
  similar,
  find,
}: {
  children: string
  similar: string
  /** The search to offer instead. */
  find: Partial<SearchQuery>
}) {
  return (
    <div className="grid gap-4">
      <Notice>{children}</Notice>
      <p className="flex flex-wrap gap-3">
        <SearchLink find={find} kind="primary">
          {find.start ? 'See what is available on your dates' : 'Search this size'}
        </SearchLink>
        <LinkButton to={similar} kind="secondary">
          Find something similar
        </LinkButton>
      </p>
    </div>
  )
}

/** The item page when the item could not be loaded (spec 3.1). */
export function ItemNotLoaded() {
  return (
    <MessagePage
      eyebrow="Something went wrong"
      title="Failed to load item details"
      actions={
        <>
          <LinkButton to="" reloadDocument>
            Try again
          </LinkButton>
          <LinkButton to={href('/styles')} kind="secondary">
            Browse Items
          </LinkButton>
        </>
      }
    >
      Something went wrong on our side. Please try again.
    </MessagePage>
  )
}

/** The item page of an item that does not exist, or not for this viewer (spec 3.1). */
export function ItemNotFound() {
  return (
    <MessagePage
      title="Item Not Found"
      actions={
        <>
          <LinkButton to={href('/styles')}>Browse Items</LinkButton>
          <SearchLink />
        </>
      }
    >
      The link may be wrong, or the item is no longer listed.
    </MessagePage>
  )
}
