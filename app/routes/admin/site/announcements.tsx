import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { waysInWords, whomInWords } from '#app/components/admin/announcements/announcement-words.ts'
import { StateBadge } from '#app/components/admin/announcements/state-badge.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn } from '#app/request/contexts.ts'
import { loadList, readPart } from '#app/routes/admin/list-answers.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { datesInWords } from '#domain/shared/time/calendar-date.ts'
import { announcementState } from '#domain/site/announcements/announcement-state.ts'
import { announcementList } from '#domain/site/announcements/announcements.ts'
import type { Route } from './+types/announcements.ts'

export const meta: Route.MetaFunction = () => pageMeta('Announcements')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, admin, clock } = adminIn(context)
  const { part, after } = readPart(request, href('/admin/announcements'))
  const found = await loadList(context, request, () => announcementList(db, admin, after))
  const now = clock()
  const rows = found?.rows.map((row) => ({ ...row, state: announcementState(row, now) })) ?? []
  return { part: { ...part, q: '' }, found: found && { ...found, rows } }
}

export default function Announcements({ loaderData }: Route.ComponentProps) {
  const { part, found } = loaderData
  return (
    <AdminFrame
      title="Announcements"
      line="For everybody, for closets or for the renters of a city: as a banner, an email, or both."
      actions={<LinkButton to={href('/admin/announcements/new')}>New announcement</LinkButton>}
    >
      <AdminList
        label="Announcements"
        part={part}
        filters={[]}
        found={found}
        searchable={false}
        empty={
          <EmptyState title="No announcements yet">
            What you publish here is shown above every page, or sent by email.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="mt-3 border-t border-line">
            {rows.map((row) => (
              <li
                key={row.id}
                className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-b border-line py-4"
              >
                <div className="min-w-0">
                  <h2 className="text-lg leading-snug wrap-anywhere">
                    <TextLink to={href('/admin/announcements/:id', { id: row.id })}>
                      {row.title}
                    </TextLink>
                  </h2>
                  <Facts className="text-sm text-soft wrap-anywhere">
                    {whomInWords(row)}
                    {waysInWords(row)}
                    {datesInWords(row.startsOn, row.endsOn)}
                  </Facts>
                </div>
                <StateBadge state={row.state} />
              </li>
            ))}
          </ul>
        )}
      </AdminList>
    </AdminFrame>
  )
}
