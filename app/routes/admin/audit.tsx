import { href } from 'react-router'
import { actionOptions } from '#app/components/admin/action-options.ts'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AuditLines } from '#app/components/admin/audit-lines.tsx'
import { nounWords } from '#app/components/admin/audit-words.ts'
import { DownloadCsv } from '#app/components/admin/download-csv.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn } from '#app/request/contexts.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import {
  type AuditWanted,
  type AuditWords,
  auditLog,
  auditWords,
} from '#domain/admin/audit/audit-log.ts'
import { archivedLines } from '#domain/admin/audit/audit-log-months.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/audit.ts'
import { loadList } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Audit log')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, timeZone, admin } = adminIn(context)
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

type AuditFiltersProps = {
  wanted: Omit<AuditWanted, 'timeZone' | 'after'>
  words: AuditWords
}

/** The selected value stays in the list even if no line has it any more. */
const withOwn = (words: readonly string[], own: string) =>
  own && !words.includes(own) ? [...words, own] : words

function AuditFilters({ wanted, words }: AuditFiltersProps) {
  return (
    <Form
      method="get"
      role="search"
      aria-label="Audit log"
      className="mt-6 grid grid-cols-2 items-end gap-4 sm:grid-cols-3 lg:grid-cols-[minmax(0,1.4fr)_repeat(2,minmax(0,1fr))_repeat(2,minmax(0,1.1fr))_auto] [&_input]:h-11 [&_input]:px-3 [&_select]:h-11 [&>div]:grid-cols-[minmax(0,1fr)]"
    >
      {wanted.nounId && <input type="hidden" name="id" value={wanted.nounId} />}
      <Field
        label="Who"
        type="search"
        name="actor"
        placeholder="Name, email or system"
        defaultValue={wanted.actor}
        className="col-span-2 sm:col-span-1"
      />
      <SelectField
        label="Type"
        name="noun"
        placeholder="All types"
        options={withOwn(words.nouns, wanted.noun).map((value) => ({
          value,
          label: nounWords(value),
        }))}
        defaultValue={wanted.noun}
      />
      <SelectField
        label="Action"
        name="action"
        placeholder="All actions"
        options={actionOptions(words.actions, wanted.action)}
        defaultValue={wanted.action}
      />
      <Field label="From" type="date" name="from" defaultValue={wanted.from ?? ''} />
      <Field label="To" type="date" name="to" defaultValue={wanted.to ?? ''} />
      <Button kind="secondary" className="min-h-11! px-5!">
        Apply
      </Button>
    </Form>
  )
}
