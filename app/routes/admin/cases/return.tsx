import { data, href } from 'react-router'
import { CasePage, caseTitle } from '#app/components/admin/cases/case-page.tsx'
import { DecisionForm } from '#app/components/admin/cases/decision-form.tsx'
import { returnInWords } from '#app/components/cases/case-in-words.ts'
import { ReturnRecord } from '#app/components/cases/case-record.tsx'
import { decideSentence } from '#app/components/cases/case-sentences.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { sidedHandover } from '#app/components/rental/shown-handover.ts'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { answerRefusal } from '#app/request/answer-refusal.ts'
import { adminIn, todayIn } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import type { RentalId } from '#db/ids.ts'
import { caseFacts } from '#domain/admin/lists/case-facts.ts'
import { handoversOf } from '#domain/booking/rentals/records/handovers.ts'
import { decideReturn, returnOutcomes } from '#domain/care/cases/decide-return.ts'
import { findReturn } from '#domain/care/cases/find-return.ts'
import { findReportedConversation } from '#domain/care/messages/reported-conversation.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/return.ts'
import { askForOutcome, decidedToast, postedDecision } from './posted-decision.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(
    loaderData
      ? caseTitle('return', loaderData.found.title, loaderData.found.isNoShow)
      : 'Not found',
  )

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const rentalId = parseId<RentalId>(params.id)
  const today = todayIn(context)
  const found = rentalId && (await findReturn(db, admin, rentalId, clock(), today))
  if (!found?.request) throw data(null, { status: 404 })
  const [handovers, facts, conversation] = await Promise.all([
    handoversOf(db, [found.rentalId]),
    caseFacts(db, admin, found.rentalId),
    findReportedConversation(db, admin, found.rentalId),
  ])
  return {
    found: returnInWords(found, timeZone),
    facts: orNotFound(facts),
    hasMessages: conversation !== null,
    handovers: handovers.map((one) => sidedHandover(one, timeZone)),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const { form, decision } = await postedDecision(request, params.id, returnOutcomes)
  if (!decision) return askForOutcome(form)
  const decided = await decideReturn(db, admin, decision, clock())
  if (decided.ok) {
    const found = await findReturn(db, admin, decision.rentalId, clock(), todayIn(context))
    return redirectWithToast(href('/admin/returns'), decidedToast(found))
  }
  if (decided.problem.reason === 'case-not-found') throw data(null, { status: 404 })
  const here = href('/admin/returns/:id', { id: decision.rentalId })
  return answerRefusal(decideSentence('return', decided.problem, timeZone), here, form)
}

export default function AdminReturn({ loaderData, actionData }: Route.ComponentProps) {
  const { found, facts, hasMessages, handovers } = loaderData
  const { request } = found
  if (!request) return null
  return (
    <CasePage
      kind="return"
      found={found}
      facts={facts}
      handovers={handovers}
      heading="What happened"
      record={<ReturnRecord found={found} reader={null} />}
      hasMessages={hasMessages}
      isForAnotherAdmin={request.isForAnotherAdmin}
    >
      {request.mayDecide && (
        <DecisionForm
          question={
            found.isNoShow ? 'Does the renter get the first week back?' : 'Can it be sent back?'
          }
          outcomes={[
            {
              value: 'accepted',
              label: `Yes: the renter gets ${creditsInWords(request.credits)} back`,
            },
            {
              value: 'refused',
              label: found.isNoShow ? 'No: it stays paid' : 'No: the rental continues',
            },
          ]}
          answer={actionData}
        />
      )}
    </CasePage>
  )
}
