import { data, href } from 'react-router'
import { answersOf, CasePage, caseTitle } from '#app/components/admin/cases/case-page.tsx'
import { DecisionForm } from '#app/components/admin/cases/decision-form.tsx'
import { claimInWords } from '#app/components/cases/case-in-words.ts'
import { AppealRecord } from '#app/components/cases/case-record.tsx'
import { decideAppealSentence } from '#app/components/cases/case-sentences.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerRefusal } from '#app/request/answer-refusal.ts'
import { adminIn } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import { centsIn } from '#app/routes/manage/posted-steps.ts'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import type { RentalId } from '#db/ids.ts'
import { appealOutcomes, decideAppeal } from '#domain/care/cases/decide-appeal.ts'
import { findAppeal } from '#domain/care/cases/find-appeal.ts'
import { dollars } from '#domain/shared/cents.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/appeal.ts'
import { askPosted, caseDetails } from './case-details.ts'
import { askForOutcome, decidedToast, postedDecision } from './posted-decision.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? caseTitle('appeal', loaderData.claim.title) : 'Not found')

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const rentalId = parseId<RentalId>(params.id)
  const claim = rentalId && (await findAppeal(db, admin, rentalId, clock()))
  if (!claim?.appeal) throw data(null, { status: 404 })
  const details = await caseDetails(context, claim.rentalId)
  return { claim: claimInWords(claim, timeZone), details }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const { form, rentalId, decision } = await postedDecision(request, params.id, appealOutcomes)
  if (form.get('intent') === 'ask') {
    const mayDecide = (await findAppeal(db, admin, rentalId, clock()))?.appeal?.mayDecide
    return await askPosted(context, request, { form, rentalId, kind: 'payment', mayDecide })
  }
  if (!decision) return askForOutcome(form)
  const returnedCents = centsIn(String(form.get('amount') ?? '').trim())
  const decided = await decideAppeal(db, admin, { ...decision, returnedCents }, clock())
  if (decided.ok) {
    const claim = await findAppeal(db, admin, decision.rentalId, clock())
    return redirectWithToast(href('/admin/appeals'), decidedToast(claim))
  }
  if (decided.problem.reason === 'case-not-found') throw data(null, { status: 404 })
  const here = href('/admin/appeals/:id', { id: decision.rentalId })
  return answerRefusal(decideAppealSentence(decided.problem, timeZone), here, form)
}

export default function AdminAppeal({ loaderData, actionData }: Route.ComponentProps) {
  const { claim, details } = loaderData
  const { appeal, withheldCents } = claim
  const { toQuestion, toDecision } = answersOf(actionData)
  const field = fieldsOf(toDecision)
  const amount = dollars(withheldCents)
  return (
    <CasePage
      kind="appeal"
      found={claim}
      {...details}
      heading={`${amount} kept`}
      notes={claim.notes}
      record={<AppealRecord claim={claim} />}
      mayDecide={appeal?.mayDecide ?? false}
      answer={toQuestion}
      isForAnotherAdmin={appeal?.isForAnotherAdmin ?? false}
    >
      {appeal?.mayDecide && (
        <DecisionForm
          question="What happens to the money?"
          outcomes={[
            { value: 'upheld', label: `The closet keeps ${amount}` },
            { value: 'reduced', label: 'The renter gets a part back' },
            { value: 'overturned', label: `The renter gets ${amount} back` },
          ]}
          answer={toDecision}
        >
          <Field
            label="Amount that the renter gets back"
            hint={`In dollars. Only if a part of the ${amount} is returned.`}
            {...field('amount')}
            type="number"
            inputMode="decimal"
            min={0.01}
            max={withheldCents / 100}
            step={0.01}
            optional
            className="[&_input]:max-w-56"
          />
        </DecisionForm>
      )}
    </CasePage>
  )
}
