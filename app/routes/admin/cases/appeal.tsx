import { data, href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { DecideAppeal } from '#app/components/admin/cases/decide-appeal.tsx'
import { Facts } from '#app/components/admin/facts.tsx'
import { AppealRecord } from '#app/components/appeals/appeal-record.tsx'
import { decideSentence } from '#app/components/appeals/appeal-sentences.ts'
import { ConditionPhotos } from '#app/components/appeals/condition-photos.tsx'
import { claimInWords } from '#app/components/appeals/shown-claim.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { sidedHandover } from '#app/components/rental/shown-handover.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { adminContext, appContext } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import { failure, success } from '#app/routes/admin/list-answers.ts'
import { centsIn } from '#app/routes/manage/posted-steps.ts'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { RentalId } from '#db/ids.ts'
import { handoversOf } from '#domain/booking/rentals/records/handovers.ts'
import { findAppeal } from '#domain/care/appeals/appeal-queries.ts'
import { appealOutcomes, decideAppeal } from '#domain/care/appeals/decide-appeal.ts'
import { dollars } from '#domain/shared/cents.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/appeal.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? `Appeal about ${loaderData.claim.title}` : 'Not found')

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, clock, timeZone } = context.get(appContext)
  const rentalId = parseId<RentalId>(params.id)
  const claim = rentalId && (await findAppeal(db, context.get(adminContext), rentalId, clock()))
  if (!claim?.appeal) throw data(null, { status: 404 })
  const handovers = await handoversOf(db, [claim.rentalId])
  return {
    claim: claimInWords(claim, timeZone),
    handovers: handovers.map((one) => sidedHandover(one, timeZone)),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock, timeZone } = context.get(appContext)
  const rentalId = parseId<RentalId>(params.id)
  if (!rentalId) throw data(null, { status: 404 })
  const form = await readForm(request)
  const outcome = appealOutcomes.find((known) => known === form.get('outcome'))
  if (!outcome)
    return answerProblem(problem('', { form, fields: { outcome: 'Please choose a decision.' } }))
  const amount = String(form.get('amount') ?? '').trim()
  const decided = await decideAppeal(
    db,
    context.get(adminContext),
    {
      rentalId,
      outcome,
      returnedCents: centsIn(amount),
      reasons: String(form.get('reasons') ?? ''),
    },
    clock(),
  )
  const returnTo = href('/admin/appeals')
  if (decided.ok)
    return redirectWithToast(returnTo, success('Decided. Both sides will get an email.'))
  const { problem: refusal } = decided
  if (refusal.reason === 'appeal-not-found') throw data(null, { status: 404 })
  const shown = decideSentence(refusal, timeZone)
  if ('fields' in shown) return answerProblem(problem('', { form, fields: shown.fields }))
  const here = href('/admin/appeals/:id', { id: rentalId })
  return redirectWithToast(here, failure(shown.sentence))
}

export default function AdminAppeal({ loaderData, actionData }: Route.ComponentProps) {
  const { claim, handovers } = loaderData
  const { rentalId, appeal, withheldCents } = claim
  return (
    <AdminFrame title={`Appeal about ${claim.title}`}>
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-12 lg:grid-cols-2 lg:items-start">
        <section aria-labelledby="appeal-title">
          <h2 id="appeal-title" className="text-[1.625rem]">
            {dollars(withheldCents)} kept
          </h2>
          <div className="mt-4">
            <Facts
              facts={[
                ['Renter', claim.renterName],
                ['Closet', claim.ownerName],
                ['Reason given', claim.notes],
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
          <AppealRecord claim={claim} />
        </section>
        <div className="grid gap-12">
          <ConditionPhotos claim={claim} handovers={handovers} />
          {appeal?.mayDecide && <DecideAppeal withheldCents={withheldCents} answer={actionData} />}
          {appeal?.isForAnotherAdmin && <Notice>Another admin has to decide this appeal.</Notice>}
        </div>
      </div>
    </AdminFrame>
  )
}
