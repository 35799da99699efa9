import { data, href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import {
  downloadProblem,
  downloadWords,
  LIST_TABS,
  listWords,
  partWords,
} from '#app/components/admin/download-words.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { adminIn, todayIn } from '#app/request/contexts.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import {
  exportLists,
  lastMonths,
  MAX_EXPORT_ROWS,
  needsPeriod,
  usualPeriod,
} from '#domain/admin/exports/export-period.ts'
import { openExport } from '#domain/admin/exports/exports.ts'
import { rangeInWords, showDate, showMonth } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/download.ts'
import { exportedPart, TOOK_TOO_LONG } from './exported-part.ts'

export const meta: Route.MetaFunction = () => pageMeta('Download')

/** The period of a file, and the problem with a period that was chosen. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const list = orNotFound(exportLists.find((known) => known === params.list))
  const { db, timeZone, clock, admin } = adminIn(context)
  const today = todayIn(context)
  const query = new URL(request.url).searchParams
  const typed = exportedPart(list, query)
  const { from, to, ...part } = typed
  const check = query.get('check')
  const checked =
    check && check !== TOOK_TOO_LONG
      ? await openExport(db, admin, { list, timeZone, now: clock(), ...typed })
      : null
  // Not retried: it would take just as long, or succeed without producing a file.
  const late = check === TOOK_TOO_LONG ? ({ reason: 'takes-too-long' } as const) : null
  const problem = checked && !checked.ok ? checked.problem : late
  const suggested =
    !check && !from && !to && needsPeriod(list, part.part) ? usualPeriod(today, list) : { from, to }
  const { nounId: id, ...words } = part
  const wanted: Record<string, string> = Object.fromEntries(
    Object.entries({ ...words, id }).filter(([, value]) => value !== ''),
  )
  return data(
    {
      list,
      problem,
      period: suggested,
      wanted,
      months: lastMonths(today),
    },
    { status: problem ? 400 : 200 },
  )
}

export default function Download({ loaderData }: Route.ComponentProps) {
  const { list, problem, period, wanted, months } = loaderData
  const address = href('/admin/export/:list', { list })
  const words = partWords(list, wanted)
  const errors = problem ? downloadProblem(problem) : {}
  const fits = problem && 'fits' in problem ? problem.fits : null
  const fileOf = (days: { from: string | null; to: string | null }) =>
    `${address}?${new URLSearchParams({ ...wanted, from: days.from ?? '', to: days.to ?? '' })}`
  return (
    <AdminFrame
      title={`Download ${listWords(list)}`}
      tab={LIST_TABS[list]}
      line={`Each file has up to ${MAX_EXPORT_ROWS.toLocaleString('en-US')} rows, or all rows of a single day. For more, download one period at a time.`}
    >
      <div className="mt-8 max-w-2xl">
        {words && <p className="mb-6">{words}</p>}
        {errors.sentence && (
          <Notice kind="error" className="mb-6">
            {errors.sentence}
            {fits?.to && (
              <>
                {' '}
                <TextLink to={fileOf(fits)} reloadDocument>
                  Download{' '}
                  {fits.from ? rangeInWords(fits.from, fits.to) : `until ${showDate(fits.to)}`}
                </TextLink>
              </>
            )}
          </Notice>
        )}
        <Form
          method="get"
          action={address}
          reloadDocument
          className="grid grid-cols-2 items-start gap-4 sm:grid-cols-[12rem_12rem_auto]"
        >
          {Object.entries(wanted).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Field
            label="First day"
            type="date"
            name="from"
            defaultValue={period.from}
            error={errors.from}
          />
          <Field
            label="Last day"
            type="date"
            name="to"
            defaultValue={period.to}
            error={errors.to}
          />
          <Button className="col-span-2 sm:col-span-1 sm:mt-[1.625rem]">
            {downloadWords(list)}
          </Button>
        </Form>
        <p className="mt-3 text-sm text-soft">
          Both days are included. Leave one empty to start with the first entry or end with the
          latest.
        </p>
        <h2 className="mt-10 text-2xl">By month</h2>
        <ul className="mt-4 grid grid-cols-2 gap-x-8 border-t border-line sm:grid-cols-3">
          {months.map((month) => (
            <li key={month.from} className="border-b border-line">
              <Link
                to={fileOf(month)}
                reloadDocument
                className="flex min-h-11 items-center hover:underline"
              >
                {showMonth(month.from)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </AdminFrame>
  )
}
