import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { Decided, DecisionButtons } from '#app/components/admin/decision-buttons.tsx'
import { addressIn } from '#app/components/admin/list-part.ts'
import { Moment } from '#app/components/admin/moment.tsx'
import { ReasonDialog } from '#app/components/admin/reason-dialog.tsx'
import { useFocusNext } from '#app/components/admin/use-focus-next.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { NAME_NOT_WAITING } from '#app/components/profile/requested-name.tsx'
import type { Unexpected } from '#app/forms/answered.ts'
import { answerProblem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, success } from '#app/request/flash.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { PersonId } from '#db/ids.ts'
import {
  approveName,
  denyName,
  type NameProblem,
  type RequestedName,
  requestedNames,
  undoNameDecision,
} from '#domain/accounts/people/review-names.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { parseInstant } from '#domain/shared/lists/page.ts'
import { done } from '#domain/shared/outcome.ts'
import type { Route } from './+types/names.ts'
import { decidedAtIn, readReason, redirectWithUndo, UNDO_TOO_LATE } from './decisions.ts'
import { loadList, readPart } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Closet names')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, admin } = adminIn(context)
  const { part, after, query } = readPart(request, href('/admin/names'))
  const since = parseInstant(query.get('since') ?? undefined)
  const found = await loadList(context, request, () =>
    requestedNames(db, admin, { after, since }, clock()),
  )
  const confirming = parseId<PersonId>(query.get('deny'))
  const denying = found?.rows.find(({ id, decided }) => id === confirming && !decided) ?? null
  const isTooLate = confirming !== null && found !== null && !denying
  return { part: { ...part, q: '' }, after, since, found, denying, isTooLate }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, originOf, admin } = adminIn(context)
  const form = await readForm(request)
  const personId = parseId<PersonId>(form.get('person'))
  const intent = form.get('intent')
  if (personId && intent === 'undo') return undo(context, request, personId, form)
  if (!personId || (intent !== 'approve' && intent !== 'deny'))
    return redirectBackWithToast(request, failure(sentences['name-not-waiting']))
  const reason = intent === 'deny' ? readReason(form) : null
  if (reason && !reason.ok) return answerProblem(reason.problem)
  const requestedName = String(form.get('name'))
  const seen = { personId, requestedName, origin: originOf(request) }
  const now = clock()
  const decided = await attempt(context, request, () =>
    reason
      ? denyName(db, admin, { ...seen, reason: reason.value }, now)
      : approveName(db, admin, seen, now),
  )
  if (!decided.ok) return redirectBackWithToast(request, failure(sentences[decided.problem.reason]))
  const decision = intent === 'approve' ? 'Approved' : 'Denied'
  const text = isolated(`${decision} ${requestedName}. The closet will get an email.`)
  return redirectWithUndo(request, text, { at: now, of: { person: personId }, inList: true })
}

async function undo(context: Context, request: Request, personId: PersonId, form: FormData) {
  const { db, clock, originOf, admin } = adminIn(context)
  const at = decidedAtIn(form)
  if (!at) return redirectBackWithToast(request, failure(UNDO_TOO_LATE))
  const input = { personId, at, origin: originOf(request) }
  const undone = await attempt(context, request, async () =>
    done(await undoNameDecision(db, admin, input, clock())),
  )
  if (!undone.ok) return redirectBackWithToast(request, failure(sentences.unexpected))
  if (!undone.value) return redirectBackWithToast(request, failure(UNDO_TOO_LATE))
  const text = isolated(
    `To review again: ${undone.value.requestedName}. The closet will get an email.`,
  )
  return redirectBackWithToast(request, success(text))
}

const sentences = {
  'name-not-waiting': NAME_NOT_WAITING,
  'edit-conflict': 'The closet has changed this name in the meantime. Please review it again.',
  'name-reserved': 'This name could be taken for Hemline itself, so it can only be denied.',
  unexpected: 'Error updating name. Please try again.',
} as const satisfies Record<(NameProblem | Unexpected)['reason'], string>

export default function Names({ loaderData, actionData }: Route.ComponentProps) {
  const { part, after, since, found, denying, isTooLate } = loaderData
  const here = (more = {}) =>
    addressIn(part, {
      ...(after && { after }),
      ...(since && { since: since.toISOString() }),
      ...more,
    })
  return (
    <AdminFrame
      title="Closet names"
      line="New names of closets. Everyone sees a new name once it is approved."
    >
      {isTooLate && (
        <Notice kind="error" className="mt-6">
          {NAME_NOT_WAITING}
        </Notice>
      )}
      <AdminList
        label="Names"
        part={part}
        filters={[]}
        found={found}
        searchable={false}
        empty={<EmptyState title="No names to review" />}
      >
        {(names) => <NameRows names={names} denyTo={(id) => here({ deny: id })} />}
      </AdminList>
      {denying && (
        <ReasonDialog
          key={denying.id}
          question={isolated(`Deny the name ${denying.requestedName}?`)}
          line="The closet will get an email with your reason and can enter another name."
          about="name"
          fields={{ intent: 'deny', person: denying.id, name: denying.requestedName }}
          confirmText="Deny"
          open={denying}
          answer={actionData}
          closeTo={here()}
        />
      )}
    </AdminFrame>
  )
}

type NameRowsProps = {
  names: readonly RequestedName[]
  denyTo: (id: string) => string
}

/** The names that closets requested, each below the one from before. */
function NameRows({ names, denyTo }: NameRowsProps) {
  useFocusNext(names.filter(({ decided }) => !decided).map(({ id }) => `name-${id}`))
  return (
    <ul className="mt-4 border-t border-line">
      {names.map(({ id, fullName, requestedName, email, requestedAt, decided }) => (
        <li
          key={id}
          className="grid items-center gap-x-8 gap-y-4 border-b border-line py-5 md:grid-cols-[minmax(0,1fr)_auto]"
        >
          <div className="min-w-0 wrap-anywhere">
            <p className="text-sm text-soft">
              <span className="sr-only">Name before: </span>
              <bdi>{fullName}</bdi> <span aria-hidden>→</span>
            </p>
            <h2 id={`name-${id}`} tabIndex={-1} className="mt-1 text-xl outline-none">
              <TextLink to={href('/admin/users/:id', { id })}>{requestedName}</TextLink>
            </h2>
            <Facts className="mt-1 text-sm text-soft">
              {email}
              <Moment at={requestedAt} />
            </Facts>
          </div>
          {decided ? (
            <Decided
              decision={decided.isApproved ? 'Approved' : 'Denied'}
              decidedAt={decided.at}
              fields={{ person: id }}
              name={requestedName}
            />
          ) : (
            <DecisionButtons
              fields={{ person: id, name: requestedName }}
              name={requestedName}
              denyTo={denyTo(id)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
