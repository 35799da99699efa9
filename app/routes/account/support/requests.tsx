import { href } from 'react-router'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { ownStatus } from '#app/components/support/support-status.ts'
import { appContext, shopperIn } from '#app/request/contexts.ts'
import { Badge } from '#app/ui/badge.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { ownRequests } from '#domain/care/support/support-queries.ts'
import { SUPPORT_KINDS, supportTitle } from '#domain/care/support/support-words.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/requests.ts'

const TITLE = 'Your requests'

export const meta: Route.MetaFunction = () => pageMeta(TITLE)

export async function loader({ request, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return null
  const { db, timeZone } = context.get(appContext)
  const after = new URL(request.url).searchParams.get('after')
  const { rows, next } = await ownRequests(db, shopper, after)
  const requests = rows.map(({ id, kind, title, lastMessageAt, ...row }) => ({
    id,
    kind,
    badge: ownStatus(row),
    title,
    at: showInstant(lastMessageAt, timeZone),
  }))
  return { requests, next, isFirstPage: after === null }
}

/** What a person has written to us, the request with the newest message first. */
export default function Requests({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <AdminNotice title={TITLE} />
  const { requests, next, isFirstPage } = loaderData
  const path = href('/help/requests')
  const open = <LinkButton to={href('/help/requests/new')}>Something is wrong</LinkButton>
  return (
    <div className="page-column pt-10 pb-16 sm:pt-16">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <h1>{TITLE}</h1>
        {requests.length > 0 && open}
      </div>
      {requests.length === 0 ? (
        <EmptyState title="No requests yet" action={open}>
          If something is wrong with a rental, an item or your account, tell us here.
        </EmptyState>
      ) : (
        <ul className="mt-8 mb-10 border-t border-line">
          {requests.map(({ id, kind, badge, title, at }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-b border-line py-4"
            >
              <div className="min-w-0">
                <h2 className="text-lg leading-snug wrap-anywhere">
                  <TextLink to={href('/help/requests/:id', { id })}>
                    {supportTitle(title, kind)}
                  </TextLink>
                </h2>
                {title && <p className="text-sm text-soft">{SUPPORT_KINDS[kind]}</p>}
              </div>
              <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
                <Badge kind={badge.kind}>{badge.label}</Badge>
                <span className="tabular-nums">{at}</span>
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pagination
        label="Requests"
        first={isFirstPage ? null : path}
        next={next && `${path}?after=${encodeURIComponent(next)}`}
      />
    </div>
  )
}
