import { href, useNavigation } from 'react-router'
import * as z from 'zod'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AdminList } from '#app/components/admin/admin-list.tsx'
import { CITY_NOT_DELETED, CITY_NOT_SAVED } from '#app/components/admin/admin-sentences.ts'
import { addressIn } from '#app/components/admin/list-part.ts'
import { Moment } from '#app/components/admin/moment.tsx'
import { RowButton, RowLink } from '#app/components/admin/row-actions.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, checkForm, type Problem, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { line } from '#app/forms/text-fields.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, success } from '#app/request/flash.ts'
import { loadList, readPart } from '#app/routes/admin/list-answers.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { Notice } from '#app/ui/notice.tsx'
import type { CityId } from '#db/ids.ts'
import { MAX_ACTIVE_CITIES } from '#domain/catalogue/cities/city-limits.ts'
import { cityList, type ListedCity } from '#domain/catalogue/cities/city-list.ts'
import { addCity, deleteCity, setCityActive } from '#domain/catalogue/cities/edit-cities.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { Route } from './+types/cities.ts'

export const meta: Route.MetaFunction = () => pageMeta('Cities')

const FILTERS = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, admin } = adminIn(context)
  const { part, after, query } = readPart(request, href('/admin/cities'), ['active', 'inactive'])
  const active = part.filter === null ? null : part.filter === 'active'
  const found = await loadList(context, request, () =>
    cityList(db, admin, { q: part.q, active, after }),
  )
  const confirming = parseId<CityId>(query.get('delete'))
  return { part, after, found, deleting: found?.rows.find(({ id }) => id === confirming) ?? null }
}

const cityForm = z.object({
  name: line({ maxLength: 80, missing: 'Please enter a city name.' }),
  state: line({ maxLength: 40, missing: 'Please enter a state.' }),
})

const TOO_MANY_ACTIVE = `${showNumber(MAX_ACTIVE_CITIES)} cities are active, which is the limit. Please deactivate one first.`

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  return form.get('intent') === 'add' ? add(request, context, form) : change(request, context, form)
}

async function add(request: Request, context: Context, form: FormData) {
  const { db, clock, admin } = adminIn(context)
  const read = checkForm(cityForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const { name, state } = read.value
  const added = await attempt(context, request, () => addCity(db, admin, { name, state }, clock()))
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
  const { db, clock, admin } = adminIn(context)
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
  const what = intent === 'delete' ? 'deleted' : active ? 'activated' : 'deactivated'
  return redirectBackWithToast(request, success(isolated(`${done.value.name} is ${what}.`)))
}

export default function Cities({ loaderData, actionData }: Route.ComponentProps) {
  const { part, after, found, deleting } = loaderData
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
          closeTo={here()}
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

/**
 * The Add City form (spec 12.5); `total` is the number of cities: when it grows, the fields are
 * cleared.
 */
function AddCity({ answer, total }: { answer: Problem | undefined; total: number | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'add'
  const form = useFirstInvalid(answer)
  const shown = fieldsOf(answer)
  return (
    <Form
      key={total}
      method="post"
      ref={form}
      noValidate
      aria-label="Add City"
      failed={CITY_NOT_SAVED}
      className="mt-6 grid max-w-3xl items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto]"
    >
      <input type="hidden" name="intent" value="add" />
      <Field label="City Name" required maxLength={80} {...shown('name')} />
      <Field label="State" required maxLength={40} {...shown('state')} />
      <Button busy={busy} busyText="Adding..." className="sm:mt-[1.625rem]">
        Add City
      </Button>
      {answer && answer.problem !== '' && (
        <Notice kind="error" className="sm:col-span-3">
          {answer.problem}
        </Notice>
      )}
    </Form>
  )
}

type CityTableProps = {
  cities: readonly ListedCity[]
  deleteTo: (id: string) => string
}

/** The cities with their actions (spec 12.5). */
function CityTable({ cities, deleteTo }: CityTableProps) {
  return (
    <div className="overflow-x-auto">
      <table className="mt-3 w-full border-t border-line text-left text-[0.9375rem]">
        <thead>
          <tr className="border-b border-line text-sm text-soft [&_th]:py-3 [&_th]:pr-4 [&_th]:font-medium">
            <th scope="col">City</th>
            <th scope="col">State</th>
            <th scope="col">Status</th>
            <th scope="col" className="hidden sm:table-cell">
              Created
            </th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {cities.map(({ id, name, state, isActive, createdAt }) => (
            <tr key={id} className="border-b border-line [&>*]:py-2 [&>*]:pr-4">
              <th scope="row" className="font-medium wrap-anywhere">
                {name}
                {/* Phones have no space for this column. */}
                <span className="block text-xs font-normal text-soft sm:hidden">
                  <Moment at={createdAt} as="day" />
                </span>
              </th>
              <td className="wrap-anywhere">{state}</td>
              <td>
                <Badge kind={isActive ? 'success' : 'plain'}>
                  {isActive ? 'Active' : 'Inactive'}
                </Badge>
              </td>
              <td className="hidden text-soft tabular-nums sm:table-cell">
                <Moment at={createdAt} as="day" />
              </td>
              <td className="relative w-px pr-0!">
                <div className="flex flex-col gap-x-5 whitespace-nowrap sm:flex-row sm:items-center">
                  <RowButton
                    fields={{ intent: isActive ? 'deactivate' : 'activate', city: id }}
                    name={name}
                    failed={CITY_NOT_SAVED}
                  >
                    {isActive ? 'Deactivate' : 'Activate'}
                  </RowButton>
                  <RowLink to={deleteTo(id)} name={name}>
                    Delete
                  </RowLink>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
