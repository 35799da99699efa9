import { data, href } from 'react-router'
import { answersOf, CasePage, caseTitle } from '#app/components/admin/cases/case-page.tsx'
import { DecisionForm } from '#app/components/admin/cases/decision-form.tsx'
import { returnInWords } from '#app/components/cases/case-in-words.ts'
import { ReturnRecord } from '#app/components/cases/case-record.tsx'
import { decideSentence } from '#app/components/cases/case-sentences.ts'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import { answerRefusal } from '#app/request/answer-refusal.ts'
import { adminIn, todayIn } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import type { RentalId } from '#db/ids.ts'
import { decideReturn, returnOutcomes } from '#domain/care/cases/decide-return.ts'
import { findReturn } from '#domain/care/cases/find-return.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/return.ts'
import { askPosted, caseDetails } from './case-details.ts'
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
  const details = await caseDetails(context, found.rentalId)
  return { found: returnInWords(found, timeZone), details }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock, timeZone, admin } = adminIn(context)
  const { form, rentalId, decision } = await postedDecision(request, params.id, returnOutcomes)
  if (form.get('intent') === 'ask') {
    const found = await findReturn(db, admin, rentalId, clock(), todayIn(context))
    const kind = found?.isNoShow ? 'other' : 'not_as_described'
    const mayDecide = found?.request?.mayDecide
    return await askPosted(context, request, { form, rentalId, kind, mayDecide })
  }
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
  const { found, details } = loaderData
  const { request } = found
  const { toQuestion, toDecision } = answersOf(actionData)
  if (!request) return null
  return (
    <CasePage
      kind="return"
      found={found}
      {...details}
      heading="What happened"
      record={<ReturnRecord found={found} reader={null} />}
      mayDecide={request.mayDecide}
      answer={toQuestion}
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
          answer={toDecision}
        />
      )}
    </CasePage>
  )
}
