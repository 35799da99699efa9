import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { MailBadge } from '#app/components/admin/mail-badge.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn } from '#app/request/contexts.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Link } from '#app/ui/link.tsx'
import { mailStates, sentMail } from '#domain/outbound/mail/sent-mail.ts'
import type { Route } from './+types/mail.ts'
import { loadList, readPart } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Emails')

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'failed', label: 'Failed' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'sent', label: 'Sent' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const { part, after } = readPart(request, href('/admin/mail'), mailStates)
  const state = mailStates.find((known) => known === part.filter) ?? null
  const found = await loadList(context, request, () =>
    sentMail(db, admin, { q: part.q, state, after }),
  )
  return { part, found }
}

export default function Mail({ loaderData }: Route.ComponentProps) {
  return (
    <AdminFrame title="Emails" line="Every email and its status, newest first.">
      <AdminList
        label="Emails"
        {...loaderData}
        filters={FILTERS}
        empty={<EmptyState title="No emails yet" />}
      >
        {(rows) => (
          <ul className="mt-3 border-t border-line">
            {rows.map(({ id, subject, to, state, createdAt, lastError }) => (
              <li
                key={id}
                className="grid items-center gap-x-8 gap-y-1 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_5rem_11rem]"
              >
                <div className="min-w-0">
                  <h2 className="font-body text-base font-medium tracking-normal">
                    <Link to={href('/admin/mail/:id', { id })} className="break-words text-link">
                      {subject}
                    </Link>
                  </h2>
                  <p className="text-sm break-all text-soft">{to}</p>
                  {lastError && state === 'failed' && (
                    <p className="text-sm break-words text-danger">{lastError}</p>
                  )}
                </div>
                <p>
                  <MailBadge state={state} />
                </p>
                <p className="text-sm text-soft tabular-nums md:text-right">
                  <Moment at={createdAt} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </AdminList>
    </AdminFrame>
  )
}
