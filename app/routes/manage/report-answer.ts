import { data } from 'react-router'
import { reportSentence } from '#app/components/rental/report-sentences.ts'
import { answerRefusal } from '#app/request/answer-refusal.ts'
import { appContext, type Context, todayIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import type { ImageId, RentalId } from '#db/ids.ts'
import { addConditionReport } from '#domain/booking/rentals/records/condition-reports.ts'
import { reportSteps } from '#domain/booking/rentals/stage/report-times.ts'
import type { Admin, ClosetOwner, Shopper } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'

export async function answerReport(
  context: Context,
  who: Shopper | ClosetOwner | Admin,
  on: { readonly rentalId: RentalId; readonly returnTo: string },
  form: FormData,
) {
  const { db, clock } = context.get(appContext)
  const step = reportSteps.find((known) => known === form.get('report'))
  if (!step) throw data(null, { status: 400 })
  const report = {
    rentalId: on.rentalId,
    step,
    note: String(form.get('note') ?? ''),
    imageIds: idsIn(form, 'photos'),
    today: todayIn(context),
  }
  const outcome = await addConditionReport(db, who, report, clock())
  if (outcome.ok) return redirectWithSuccess(on.returnTo, 'Your report has been saved.')
  const { reason } = outcome.problem
  if (reason === 'rental-not-found') throw data(null, { status: 404 })
  form.set('photos', report.imageIds.join(','))
  return answerRefusal(reportSentence(reason, step), on.returnTo, form)
}

/** The ids of uploaded images in a field, repeated or joined. */
export function idsIn(form: FormData, field: string): ImageId[] {
  return form
    .getAll(field)
    .flatMap((value) => String(value).split(','))
    .flatMap((id) => parseId<ImageId>(id) ?? [])
}
