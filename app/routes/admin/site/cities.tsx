import { href, useNavigate } from 'react-router'
import * as z from 'zod'
import { AddCity } from '#app/components/admin/add-city.tsx'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { CITY_NOT_DELETED, CITY_NOT_SAVED } from '#app/components/admin/admin-sentences.ts'
import { CityTable } from '#app/components/admin/city-table.tsx'
import { addressIn } from '#app/components/admin/list-part.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { line } from '#app/forms/text-fields.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminContext, appContext } from '#app/request/contexts.ts'
import { redirectBackWithToast } from '#app/request/flash.ts'
import { failure, loadList, readPart, success } from '#app/routes/admin/list-answers.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { CityId } from '#db/ids.ts'
import { MAX_ACTIVE_CITIES } from '#domain/catalogue/cities/city-limits.ts'
import { cityList } from '#domain/catalogue/cities/city-list.ts'
import { addCity, deleteCity, setCityActive } from '#domain/catalogue/cities/edit-cities.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/cities.ts'

export const meta: Route.MetaFunction = () => pageMeta('Cities')

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const { part, after, query } = readPart(request, href('/admin/cities'), ['active', 'inactive'])
  const active = part.filter === null ? null : part.filter === 'active'
  const found = await loadList(context, request, () =>
    cityList(db, context.get(adminContext), { q: part.q, active, after }),
  )
  const confirming = parseId<CityId>(query.get('delete'))
  return { part, after, found, deleting: found?.rows.find(({ id }) => id === confirming) ?? null }
}

const cityForm = z.object({
  name: line({ maxLength: 80, missing: 'Please enter a city name.' }),
  state: line({ maxLength: 40, missing: 'Please enter a state.' }),
})

const TOO_MANY_ACTIVE = `${showNumber(MAX_ACTIVE_CITIES)} cities are active, which is the limit. Please deactivate one first.`

type Context = Route.ActionArgs['context']

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  return form.get('intent') === 'add' ? add(request, context, form) : change(request, context, form)
}

async function add(request: Request, context: Context, form: FormData) {
  const { db, clock } = context.get(appContext)
  const read = checkForm(cityForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const { name, state } = read.value
  const added = await attempt(context, request, () =>
    addCity(db, context.get(adminContext), { name, state }, clock()),
  )
  if (!added.ok && added.problem.reason === 'unexpected')
    return answerProblem(problem(CITY_NOT_SAVED, { form }), 500)
  if (!added.ok && added.problem.reason === 'too-many-active')
    return answerProblem(problem(TOO_MANY_ACTIVE, { form }))
  if (!added.ok)
    return answerProblem(
      problem('', { fields: { name: 'This city has already been added.' }, form }),
    )
  return redirectBackWithToast(request, success(`${name}, ${state} has been added.`))
}

async function change(request: Request, context: Context, form: FormData) {
  const { db, clock } = context.get(appContext)
  const admin = context.get(adminContext)
  const cityId = parseId<CityId>(form.get('city'))
  const intent = form.get('intent')
  const sentences = {
    'city-not-found': 'This city was not found.',
    'too-many-active': TOO_MANY_ACTIVE,
    unexpected: intent === 'delete' ? CITY_NOT_DELETED : CITY_NOT_SAVED,
  }
  if (!cityId) return redirectBackWithToast(request, failure(sentences['city-not-found']))
  const active = intent === 'activate'
  const done = await attempt(context, request, () =>
    intent === 'delete'
      ? deleteCity(db, admin, cityId, clock())
      : setCityActive(db, admin, { cityId, active }, clock()),
  )
  if (!done.ok) return redirectBackWithToast(request, failure(sentences[done.problem.reason]))
  if (intent === 'delete') return redirectBackWithToast(request, success('City deleted.'))
  return redirectBackWithToast(request, success(active ? 'City activated.' : 'City deactivated.'))
}

export default function Cities({ loaderData, actionData }: Route.ComponentProps) {
  const { part, after, found, deleting } = loaderData
  const navigate = useNavigate()
  const here = (more = {}) => addressIn(part, { ...(after && { after }), ...more })
  return (
    <AdminFrame title="Cities" line="People can apply for a business account in active cities.">
      <AddCity answer={actionData} total={found?.total} />
      <AdminList
        label="Cities"
        part={part}
        filters={FILTERS}
        found={found}
        searched="first"
        empty={
          <EmptyState title="No cities yet">
            Add your first city above. Until then, nobody can apply for a business account.
          </EmptyState>
        }
      >
        {(cities) => <CityTable cities={cities} deleteTo={(id) => here({ delete: id })} />}
      </AdminList>
      {deleting && (
        <ConfirmDialog
          key={deleting.id}
          question="Are you sure you want to delete this city? This action cannot be undone."
          open={deleting}
          onClose={() => navigate(here(), { preventScrollReset: true, replace: true })}
          fields={{ intent: 'delete', city: deleting.id }}
          confirmText="Delete"
          danger
          failed={CITY_NOT_DELETED}
        >
          <p className="text-soft">
            {deleting.name}, {deleting.state}
          </p>
        </ConfirmDialog>
      )}
    </AdminFrame>
  )
}
