import { data, href } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { HolidayList } from '#app/components/closet/holiday-list.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { appContext, closetOwnerContext, todayIn } from '#app/http/contexts.ts'
import { redirectWithToast } from '#app/http/flash.ts'
import { answerProblem, problem } from '#app/http/forms.ts'
import { readForm } from '#app/http/read-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { useFirstInvalid } from '#app/ui/use-first-invalid.ts'
import type { HolidayId } from '#db/ids.ts'
import {
  addHoliday,
  type HolidayProblem,
  holidaysOf,
  MAX_HOLIDAY_DAYS,
  MAX_HOLIDAYS,
  removeHoliday,
} from '#domain/items/holidays.ts'
import { ownItemFigures } from '#domain/items/own-items.ts'
import { parseCalendarDate } from '#domain/shared/calendar-date.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/holidays.ts'
import { rangeSentences } from './block-sentences.ts'

export const meta: Route.MetaFunction = () => pageMeta('Time off')

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  const today = todayIn(context)
  const [holidays, { total }] = await Promise.all([
    holidaysOf(db, owner, today),
    ownItemFigures(db, owner),
  ])
  return { holidays, items: total, today }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  const form = await readForm(request)
  if (form.get('intent') === 'remove') {
    const holidayId = parseId<HolidayId>(form.get('holiday'))
    if (!holidayId) throw data(null, { status: 404 })
    await removeHoliday(db, owner, holidayId, clock())
    return redirectWithSuccess('Time off removed. Your items can be rented on these days again.')
  }
  const start = parseCalendarDate(form.get('start'))
  const end = parseCalendarDate(form.get('end'))
  if (!start || !end) return problemAnswer('dates-invalid', form)
  const outcome = await addHoliday(db, owner, { start, end }, clock(), todayIn(context))
  if (!outcome.ok) return problemAnswer(outcome.problem.reason, form)
  return redirectWithSuccess('Time off added. Your items cannot be rented on these days.')
}

function problemAnswer(reason: HolidayProblem['reason'], form: FormData) {
  return answerProblem(problem('', { fields: { end: SENTENCES[reason] }, form }))
}

function redirectWithSuccess(text: string) {
  return redirectWithToast(href('/business/holidays'), { type: 'success', text })
}

const SENTENCES = {
  ...rangeSentences,
  'too-long': `Time off can last up to ${MAX_HOLIDAY_DAYS} days. To close for longer, pause all items.`,
  'too-many': `You can plan time off up to ${MAX_HOLIDAYS} times. Please remove one first.`,
  overlaps: 'You already have time off on some of these days.',
  'dates-offered': 'Somebody on the waitlist has an offer for these dates.',
} as const satisfies Record<HolidayProblem['reason'], string>

export default function Holidays({ loaderData, actionData }: Route.ComponentProps) {
  const { holidays, items, today } = loaderData
  const form = useFirstInvalid(actionData)
  const shown = (name: 'start' | 'end') => ({
    name,
    defaultValue: actionData?.values[name] ?? '',
    error: actionData?.fields[name],
  })
  return (
    <ClosetFrame
      title="Time off"
      line="Close your whole closet for some time. This also applies to items you add later."
    >
      <div className="mt-8 grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]">
        <div>
          <Form
            key={holidays.map(({ id }) => id).join()}
            method="post"
            ref={form}
            noValidate
            className="grid gap-5"
          >
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10.5rem),1fr))] items-start gap-3">
              <Field
                label="First day"
                type="date"
                min={today}
                required
                className="min-w-0"
                {...shown('start')}
              />
              <Field
                label="Last day"
                type="date"
                min={today}
                required
                className="min-w-0"
                {...shown('end')}
              />
            </div>
            <p>
              <Button>Add time off</Button>
            </p>
          </Form>
          <div className="mt-10 border-t border-line pt-6">
            <h2 className="text-xl">No end date yet?</h2>
            <p className="mt-2 text-soft">
              Pause all items. They cannot be rented until you resume them.
            </p>
            {items > 0 && (
              <p className="mt-4 flex flex-wrap gap-3">
                <LinkButton
                  to={`${href('/business')}?change=pause&which=all`}
                  kind="secondary"
                  size="small"
                >
                  Pause all items
                </LinkButton>
                <LinkButton
                  to={`${href('/business')}?change=resume&which=all`}
                  kind="secondary"
                  size="small"
                >
                  Resume all items
                </LinkButton>
              </p>
            )}
          </div>
        </div>
        <HolidayList holidays={holidays} today={today} />
      </div>
    </ClosetFrame>
  )
}
