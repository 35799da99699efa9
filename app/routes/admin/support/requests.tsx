import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { addressIn } from '#app/components/admin/list-part.ts'
import { Moment } from '#app/components/admin/moment.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { ADMIN_STATUS } from '#app/components/support/support-status.ts'
import { adminIn } from '#app/request/contexts.ts'
import { loadList, readPart } from '#app/routes/admin/list-answers.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { type SupportKind, supportKinds } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import { type ListedRequest, supportList, supportParts } from '#domain/care/support/support-list.ts'
import { SUPPORT_KINDS, supportTitle } from '#domain/care/support/support-words.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/requests.ts'

export const meta: Route.MetaFunction = () => pageMeta('Support')

const FILTERS = [
  { value: 'open', label: 'To answer' },
  { value: 'mine', label: 'Mine' },
  { value: 'answered', label: 'Answered' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, admin } = adminIn(context)
  const { part, after, query } = readPart(request, href('/admin/support'), supportParts)
  const kind = supportKinds.find((known) => known === query.get('kind')) ?? null
  const personId = parseId<PersonId>(query.get('person'))
  const chosen = supportParts.find((known) => known === part.filter) ?? 'open'
  const filter = { part: chosen, kind, personId }
  const found = await loadList(context, request, () =>
    supportList(db, admin, filter, { after, now: clock() }),
  )
  const stays = { ...(kind && { kind }), ...(personId && { person: personId }) }
  return { part: { ...part, q: '', stays }, kind, personId, found }
}

/** What people wrote to us, the next due first. */
export default function SupportRequests({ loaderData }: Route.ComponentProps) {
  const { part, kind, personId, found } = loaderData
  const name = personId && found?.rows[0]?.personName
  return (
    <AdminFrame
      title="Support"
      line={
        name ? (
          <>
            Requests of <bdi>{name}</bdi>.
          </>
        ) : (
          'What people wrote to us, the next due first.'
        )
      }
      actions={
        <>
          {personId && (
            <LinkButton to={part.base} kind="secondary">
              Everybody’s requests
            </LinkButton>
          )}
          <LinkButton to={href('/admin/support/answers')} kind="secondary">
            Saved answers
          </LinkButton>
        </>
      }
    >
      <KindFilter key={addressIn(part)} kind={kind} part={part.filter} personId={personId} />
      <AdminList
        label="Support requests"
        part={part}
        filters={FILTERS}
        found={found}
        searchable={false}
        empty={<EmptyState title="No request to answer" />}
      >
        {(requests) => (
          <ul className="mt-4 border-t border-line">
            {requests.map((request) => (
              <RequestRow key={request.id} request={request} />
            ))}
          </ul>
        )}
      </AdminList>
    </AdminFrame>
  )
}

type KindFilterProps = { kind: SupportKind | null; part: string | null; personId: string | null }

function KindFilter({ kind, part, personId }: KindFilterProps) {
  return (
    <Form
      method="get"
      role="search"
      aria-label="Support requests"
      className="mt-6 flex max-w-md items-end gap-2 [&_select]:h-11"
    >
      {part && <input type="hidden" name="part" value={part} />}
      {personId && <input type="hidden" name="person" value={personId} />}
      <SelectField
        label="Problem"
        name="kind"
        placeholder="All problems"
        options={supportKinds.map((value) => ({ value, label: SUPPORT_KINDS[value] }))}
        defaultValue={kind ?? ''}
        className="min-w-0 flex-1"
      />
      <Button kind="secondary" className="min-h-11! px-5!">
        Apply
      </Button>
    </Form>
  )
}

function RequestRow({ request }: { request: ListedRequest }) {
  const { id, kind, status, title, personName, assigneeName, isUrgent, isOverdue } = request
  const isOpen = status === 'open'
  return (
    <li className="grid items-center gap-x-8 gap-y-2 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <h2 className="text-lg leading-snug wrap-anywhere">
          <TextLink to={href('/admin/support/:id', { id })}>{supportTitle(title, kind)}</TextLink>
        </h2>
        <Facts className="text-sm wrap-anywhere text-soft">
          <bdi>{personName}</bdi>
          {title && SUPPORT_KINDS[kind]}
          {assigneeName && (
            <>
              assigned to <bdi>{assigneeName}</bdi>
            </>
          )}
        </Facts>
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
        {isOpen && isUrgent && <Badge kind="accent">Urgent</Badge>}
        {isOverdue ? (
          <Badge kind="danger">Overdue</Badge>
        ) : (
          !isOpen && <Badge kind={ADMIN_STATUS[status].kind}>{ADMIN_STATUS[status].label}</Badge>
        )}
        {isOpen ? (
          <span>
            by <Moment at={request.dueAt} />
          </span>
        ) : (
          <Moment at={request.lastMessageAt} />
        )}
      </p>
    </li>
  )
}
