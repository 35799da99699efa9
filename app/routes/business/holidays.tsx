import { href } from 'react-router'
import * as z from 'zod'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { HolidayList, RentedDays } from '#app/components/closet/holiday-list.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem, checkForm, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { line } from '#app/forms/text-fields.ts'
import { ownerIn, todayIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { HolidayId } from '#db/ids.ts'
import {
  addHoliday,
  type HolidayProblem,
  type HolidayRentals,
  holidaysOf,
  MAX_HOLIDAY_DAYS,
  MAX_HOLIDAY_NOTE,
  MAX_HOLIDAYS,
  removeHoliday,
} from '#domain/catalogue/items/listing/holidays.ts'
import { ownItemFigures } from '#domain/catalogue/items/listing/own-items.ts'
import { parseId } from '#domain/shared/ids.ts'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/holidays.ts'
import { rangeSentences } from './block-sentences.ts'

export const meta: Route.MetaFunction = () => pageMeta('Time off')

export async function loader({ context }: Route.LoaderArgs) {
  const { db, owner } = ownerIn(context)
  const today = todayIn(context)
  const [holidays, { total }] = await Promise.all([
    holidaysOf(db, owner, today),
    ownItemFigures(db, owner),
  ])
  return { holidays, items: total, today }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, owner } = ownerIn(context)
  const form = await readForm(request)
  if (form.get('intent') === 'remove') {
    const holidayId = orNotFound(parseId<HolidayId>(form.get('holiday')))
    await removeHoliday(db, owner, holidayId, clock())
    return backWith('Time off removed. Your items can be rented on these days again.')
  }
  const checked = checkForm(holidayForm, form)
  if (!checked.ok) return answerProblem(checked.problem)
  const { note, confirmed } = checked.value
  const start = parseCalendarDate(form.get('start'))
  const end = parseCalendarDate(form.get('end'))
  if (!start || !end) return problemAnswer('dates-invalid', form)
  const days = { start, end, note, confirmed }
  const outcome = await addHoliday(db, owner, days, clock(), todayIn(context))
  if (outcome.ok) return backWith('Time off added. Your items cannot be rented on these days.')
  const { problem: refusal } = outcome
  if (refusal.reason !== 'has-rentals') return problemAnswer(refusal.reason, form)
  // The page is shown again with the question open and all input kept.
  const { rentals, seen } = refusal
  const question = { rentals, seen, start, end, note, isAgain: confirmed !== null }
  return { ...problem('', { form }), question }
}

const holidayForm = z.object({
  note: line({ maxLength: MAX_HOLIDAY_NOTE }).default(''),
  confirmed: z.string().max(64).nullable().default(null),
})

type FieldProblem = Exclude<HolidayProblem['reason'], 'has-rentals'>

function problemAnswer(reason: FieldProblem, form: FormData) {
  return answerProblem(problem('', { fields: { end: SENTENCES[reason] }, form }))
}

const backWith = (text: string) => redirectWithSuccess(href('/business/holidays'), text)

const SENTENCES = {
  ...rangeSentences,
  'too-long': `Time off can last up to ${MAX_HOLIDAY_DAYS} days. To close for longer, pause all items.`,
  'too-many': `You can plan time off up to ${MAX_HOLIDAYS} times. Please remove one first.`,
  overlaps: 'You already have time off on some of these days.',
  'dates-offered': 'Somebody on the waitlist has an offer for these dates.',
} as const satisfies Record<FieldProblem, string>

export default function Holidays({ loaderData, actionData }: Route.ComponentProps) {
  const { holidays, items, today } = loaderData
  const form = useFirstInvalid(actionData)
  const question = actionData && 'question' in actionData ? actionData.question : null
  const shown = fieldsOf(actionData)
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
            <Field
              label="Note for shoppers"
              optional
              hint="Shown with these days on your closet and your items."
              autoComplete="off"
              {...shown('note')}
            />
            <p>
              <Button>Add time off</Button>
            </p>
          </Form>
          {question && <RentedQuestion question={question} today={today} />}
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

type Question = {
  readonly rentals: HolidayRentals
  readonly seen: string
  readonly start: CalendarDate
  readonly end: CalendarDate
  readonly note: string
  /** The closet has confirmed others before. */
  readonly isAgain: boolean
}

function RentedQuestion({ question, today }: { question: Question; today: CalendarDate }) {
  const { rentals, seen, start, end, note, isAgain } = question
  const total = rentals.rentedTotal
  return (
    <ConfirmDialog
      question={
        total === 1
          ? '1 rental falls into this time off. Add it anyway?'
          : `${total} rentals fall into this time off. Add it anyway?`
      }
      open={question}
      fields={{ start, end, note, confirmed: seen }}
      confirmText="Add time off anyway"
      failed="Time off could not be added"
    >
      <div className="text-sm">
        {isAgain && <p className="mb-2">The rentals on these days have changed in the meantime.</p>}
        <p>
          {total === 1
            ? 'It stays in place, and you still deliver it and take it back:'
            : 'They stay in place, and you still deliver them and take them back:'}
        </p>
        <RentedDays rentals={rentals} today={today} />
      </div>
    </ConfirmDialog>
  )
}
