import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AuditFilters } from '#app/components/admin/audit-filters.tsx'
import { AuditLines } from '#app/components/admin/audit-lines.tsx'
import { DownloadCsv } from '#app/components/admin/download-csv.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminContext, appContext } from '#app/request/contexts.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { auditLog, auditWords } from '#domain/admin/audit/audit-log.ts'
import { archivedLines } from '#domain/admin/audit/audit-log-months.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/audit.ts'
import { loadList } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Audit log')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, timeZone } = context.get(appContext)
  const admin = context.get(adminContext)
  const query = new URL(request.url).searchParams
  const text = (name: string) => query.get(name)?.trim().slice(0, 100) ?? ''
  const wanted = {
    actor: text('actor'),
    noun: text('noun'),
    action: text('action'),
    nounId: text('id'),
    from: parseCalendarDate(query.get('from')),
    to: parseCalendarDate(query.get('to')),
  }
  const after = query.get('after')
  const loaded = await loadList(context, request, async () => {
    const [found, words, archived] = await Promise.all([
      auditLog(db, admin, { ...wanted, timeZone, after }),
      auditWords(db, admin),
      archivedLines(db, admin),
    ])
    return { found, words, archived }
  })
  return { wanted, loaded, isFirst: after === null }
}

const base = href('/admin/audit')

export default function Audit({ loaderData }: Route.ComponentProps) {
  const { wanted, loaded, isFirst } = loaderData
  const { nounId, from, to, ...words } = wanted
  const given = Object.entries({ ...words, id: nounId, from: from ?? '', to: to ?? '' })
  const query = Object.fromEntries(given.filter(([, value]) => value !== ''))
  const address = (more: Record<string, string> = {}) => {
    const all = new URLSearchParams({ ...query, ...more })
    return all.size > 0 ? `${base}?${all}` : base
  }
  return (
    <AdminFrame
      title="Audit log"
      line="Changes by admins and closets, and what shoppers rent, cancel and buy. This list cannot be edited."
      actions={<DownloadCsv list="audit" />}
    >
      <AuditFilters
        key={address()}
        wanted={wanted}
        words={loaded?.words ?? { nouns: [], actions: [] }}
      />
      {loaded?.found.isPartial && (
        <p className="mt-5 text-sm text-soft">
          Many people match this name, and only some of them were searched. Type more of it to find
          the others.
        </p>
      )}
      {loaded === null ? (
        <NotLoaded label="The log" to={address()} />
      ) : loaded.found.rows.length > 0 ? (
        <>
          <p className="mt-5 text-sm text-soft tabular-nums" aria-live="polite">
            {showCounted(loaded.found.total)} total
          </p>
          <AuditLines lines={loaded.found.rows} />
        </>
      ) : (
        <EmptyState
          title={Object.keys(query).length > 0 ? 'Nothing matches' : 'No activity yet'}
          action={
            Object.keys(query).length > 0 && (
              <LinkButton to={base} kind="secondary">
                Show all
              </LinkButton>
            )
          }
        />
      )}
      {loaded?.archived && (
        <p className="mt-6 text-sm text-soft">
          {loaded.archived.lines.toLocaleString('en-US')} lines from before{' '}
          <Moment at={loaded.archived.before} /> were moved to files on{' '}
          <Moment at={loaded.archived.archivedAt} as="day" />. Your developer keeps them with the
          backups.
        </p>
      )}
      <div className="mt-10">
        <Pagination
          label="Audit log"
          first={isFirst ? null : address()}
          next={loaded?.found.next ? address({ after: loaded.found.next }) : null}
        />
      </div>
    </AdminFrame>
  )
}
