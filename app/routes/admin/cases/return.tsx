import { data, href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { DecideReturn } from '#app/components/admin/cases/decide-return.tsx'
import { Facts } from '#app/components/admin/facts.tsx'
import { ConditionPhotos } from '#app/components/appeals/condition-photos.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { sidedHandover } from '#app/components/rental/shown-handover.ts'
import { ReturnRecord } from '#app/components/returns/return-record.tsx'
import { decideReturnSentence } from '#app/components/returns/return-sentences.ts'
import { returnReasonWords } from '#app/components/returns/return-words.ts'
import { returnInWords } from '#app/components/returns/shown-return.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { adminContext, appContext, todayIn } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import { failure, success } from '#app/routes/admin/list-answers.ts'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { RentalId } from '#db/ids.ts'
import { handoversOf } from '#domain/booking/rentals/records/handovers.ts'
import { decideReturn, returnOutcomes } from '#domain/care/returns/decide-return.ts'
import { findReturn } from '#domain/care/returns/return-queries.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/return.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Return request about ${loaderData.found.title}` : 'Not found')

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, clock, timeZone } = context.get(appContext)
  const rentalId = parseId<RentalId>(params.id)
  const today = todayIn(context)
  const found =
    rentalId && (await findReturn(db, context.get(adminContext), rentalId, clock(), today))
  if (!found?.request) throw data(null, { status: 404 })
  const handovers = await handoversOf(db, [found.rentalId])
  return {
    found: returnInWords(found, timeZone),
    handovers: handovers.map((one) => sidedHandover(one, timeZone)),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock, timeZone } = context.get(appContext)
  const rentalId = parseId<RentalId>(params.id)
  if (!rentalId) throw data(null, { status: 404 })
  const form = await readForm(request)
  const outcome = returnOutcomes.find((known) => known === form.get('outcome'))
  if (!outcome)
    return answerProblem(problem('', { form, fields: { outcome: 'Please choose a decision.' } }))
  const reasons = String(form.get('reasons') ?? '')
  const decision = { rentalId, outcome, reasons }
  const decided = await decideReturn(db, context.get(adminContext), decision, clock())
  if (decided.ok)
    return redirectWithToast(
      href('/admin/returns'),
      success('Decided. Both sides will get an email.'),
    )
  const { problem: refusal } = decided
  if (refusal.reason === 'request-not-found') throw data(null, { status: 404 })
  const shown = decideReturnSentence(refusal, timeZone)
  if ('fields' in shown) return answerProblem(problem('', { form, fields: shown.fields }))
  return redirectWithToast(href('/admin/returns/:id', { id: rentalId }), failure(shown.sentence))
}

export default function AdminReturn({ loaderData, actionData }: Route.ComponentProps) {
  const { found, handovers } = loaderData
  const { rentalId, request } = found
  if (!request) return null
  return (
    <AdminFrame title={`Return request about ${found.title}`}>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 lg:grid-cols-2 lg:items-start">
        <section aria-labelledby="request-title">
          <h2 id="request-title" className="text-[1.625rem]">
            {returnReasonWords[request.reason]}
          </h2>
          <div className="mt-4">
            <Facts
              facts={[
                ['Renter', found.renterName],
                ['Closet', found.ownerName],
                [
                  'Rental',
                  <Link
                    key="rental"
                    to={href('/admin/rentals/:id', { id: rentalId })}
                    className="text-link"
                  >
                    Open the rental
                  </Link>,
                ],
              ]}
            />
          </div>
          <ReturnRecord found={found} reader={null} />
        </section>
        <div className="grid gap-12">
          <ConditionPhotos claim={found} handovers={handovers} />
          {request.mayDecide && <DecideReturn credits={request.credits} answer={actionData} />}
          {request.isForAnotherAdmin && (
            <Notice>Another admin has to decide this return request.</Notice>
          )}
        </div>
      </div>
    </AdminFrame>
  )
}
