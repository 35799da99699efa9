import { href } from 'react-router'
import { ACCOUNT_WORDS, ChangeAccount } from '#app/components/admin/account-types.tsx'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { DownloadCsv } from '#app/components/admin/download-csv.tsx'
import { addressIn } from '#app/components/admin/list-part.ts'
import { PersonRow } from '#app/components/admin/people/person-row.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import type { Unexpected } from '#app/forms/answered.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, success } from '#app/request/flash.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { accountTypes } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import {
  changeAccountType,
  type ModerationProblem,
} from '#domain/accounts/closing/change-account-type.ts'
import { findPerson, people } from '#domain/accounts/people/people-list.ts'
import { parseId } from '#domain/shared/ids.ts'
import { done } from '#domain/shared/outcome.ts'
import type { Route } from './+types/users.ts'
import { loadList, readPart } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Users')

const FILTERS = [
  { value: 'all', label: 'All' },
  ...accountTypes.map((value) => ({ value, label: ACCOUNT_WORDS[value] })),
]

const accountTypeIn = (value: unknown) => accountTypes.find((known) => known === value) ?? null

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const { part, after, query } = readPart(request, href('/admin/users'), accountTypes)
  const to = accountTypeIn(query.get('to'))
  const confirming = to && parseId<PersonId>(query.get('change'))
  const loaded = await loadList(context, request, async () => {
    const [found, person] = await Promise.all([
      people(db, admin, { q: part.q, type: accountTypeIn(part.filter), after }),
      confirming ? findPerson(db, admin, confirming) : null,
    ])
    const mayChange = person && !person.blockedAt && person.accountType !== to
    return { found, changing: mayChange && to ? { person, to } : null }
  })
  return {
    part,
    after,
    found: loaded?.found ?? null,
    changing: loaded?.changing ?? null,
    ownId: admin.id,
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, originOf, admin } = adminIn(context)
  const form = await readForm(request)
  const personId = parseId<PersonId>(form.get('person'))
  const from = accountTypeIn(form.get('from'))
  const to = accountTypeIn(form.get('to'))
  if (!personId || !from || !to)
    return redirectBackWithToast(request, failure('This user was not found.'))
  const change = { personId, from, to, origin: originOf(request) }
  const changed = await attempt(context, request, async () => {
    const person = await findPerson(db, admin, personId)
    const outcome = await changeAccountType(db, admin, change, clock())
    return outcome.ok ? done(person?.fullName ?? 'This user') : outcome
  })
  if (!changed.ok) return redirectBackWithToast(request, failure(sentenceFor(changed.problem)))
  return redirectBackWithToast(request, success(`${changed.value} ${NEW_STATE[to]}.`))
}

const NEW_STATE = {
  regular: 'is now a regular user',
  business: 'now has a business account',
  admin: 'is now an admin',
} as const

const SENTENCES = {
  unexpected: 'Error changing account type. Please try again.',
  'person-not-found': 'This user was not found.',
  'account-blocked': 'This account is blocked. Unblock it first.',
  'last-admin': 'This is the last admin. Make someone else an admin first.',
  'admins-rent-items':
    'Every other admin is currently renting one of this admin’s items. Complete or cancel those rentals first.',
} as const

function sentenceFor(problem: ModerationProblem | Unexpected): string {
  if (problem.reason === 'edit-conflict')
    return `Another admin has changed this account in the meantime. Its type is now ${ACCOUNT_WORDS[problem.accountType].toLowerCase()}.`
  return SENTENCES[problem.reason]
}

export default function Users({ loaderData }: Route.ComponentProps) {
  const { part, after, found, changing, ownId } = loaderData
  const here = addressIn(part, { ...(after && { after }) })
  return (
    <AdminFrame
      title="Users"
      line="Everyone with an account, newest first. Search by name, email or phone."
      actions={<DownloadCsv list="people" />}
    >
      <AdminList
        label="Users"
        part={part}
        filters={FILTERS}
        found={found}
        empty={<EmptyState title="No users yet" />}
      >
        {(rows) => (
          <ul className="mt-3 border-t border-line">
            {rows.map((person) => (
              <PersonRow
                key={`${person.id} ${person.accountType}`}
                person={person}
                isSelf={person.id === ownId}
                hiddenFields={{
                  ...(part.q && { q: part.q }),
                  ...(part.filter && { part: part.filter }),
                  ...(after && { after }),
                }}
              />
            ))}
          </ul>
        )}
      </AdminList>
      {changing && (
        <ChangeAccount
          key={`${changing.person.id} ${changing.to}`}
          {...changing}
          isSelf={changing.person.id === ownId}
          closeTo={here}
        />
      )}
    </AdminFrame>
  )
}
