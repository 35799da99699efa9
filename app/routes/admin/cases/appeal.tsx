import { data, href } from 'react-router'
import { CasePage, caseTitle } from '#app/components/admin/cases/case-page.tsx'
import { DecisionForm } from '#app/components/admin/cases/decision-form.tsx'
import { claimInWords } from '#app/components/cases/case-in-words.ts'
import { AppealRecord } from '#app/components/cases/case-record.tsx'
import { decideAppealSentence } from '#app/components/cases/case-sentences.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { sidedHandover } from '#app/components/rental/shown-handover.ts'
import { answerRefusal } from '#app/request/answer-refusal.ts'
import { adminIn } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { centsIn } from '#app/routes/manage/posted-steps.ts'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import type { RentalId } from '#db/ids.ts'
import { caseFacts } from '#domain/admin/lists/case-facts.ts'
import { handoversOf } from '#domain/booking/rentals/records/handovers.ts'
import { appealOutcomes, decideAppeal } from '#domain/care/cases/decide-appeal.ts'
import { findAppeal } from '#domain/care/cases/find-appeal.ts'
import { findReportedConversation } from '#domain/care/messages/reported-conversation.ts'
import { dollars } from '#domain/shared/cents.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/appeal.ts'
import { askForOutcome, decidedToast, postedDecision } from './posted-decision.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? caseTitle('appeal', loaderData.claim.title) : 'Not found')

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const rentalId = parseId<RentalId>(params.id)
  const claim = rentalId && (await findAppeal(db, admin, rentalId, clock()))
  if (!claim?.appeal) throw data(null, { status: 404 })
  const [handovers, facts, conversation] = await Promise.all([
    handoversOf(db, [claim.rentalId]),
    caseFacts(db, admin, claim.rentalId),
    findReportedConversation(db, admin, claim.rentalId),
  ])
  return {
    claim: claimInWords(claim, timeZone),
    facts: orNotFound(facts),
    hasMessages: conversation !== null,
    handovers: handovers.map((one) => sidedHandover(one, timeZone)),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const { form, decision } = await postedDecision(request, params.id, appealOutcomes)
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
  const field = fieldsOf(actionData)
  const { claim, facts, hasMessages, handovers } = loaderData
  const { appeal, withheldCents } = claim
  const amount = dollars(withheldCents)
  return (
    <CasePage
      kind="appeal"
      found={claim}
      facts={facts}
      handovers={handovers}
      heading={`${amount} kept`}
      notes={claim.notes}
      record={<AppealRecord claim={claim} />}
      hasMessages={hasMessages}
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
          answer={actionData}
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
