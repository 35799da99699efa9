import { data } from 'react-router'
import { sidedHandover } from '#app/components/rental/shown-handover.ts'
import { supportProblem } from '#app/components/support/support-sentences.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, success } from '#app/request/flash.ts'
import { requestKeyIn } from '#app/request/request-key.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import type { SupportKind } from '#db/enums.ts'
import type { FreshId, RentalId } from '#db/ids.ts'
import { caseFacts } from '#domain/admin/lists/case-facts.ts'
import { handoversOf } from '#domain/booking/rentals/records/handovers.ts'
import { findReportedConversation } from '#domain/care/messages/reported-conversation.ts'
import { type AskProblem, askSide } from '#domain/care/support/ask-side.ts'
import { requestsAboutRental } from '#domain/care/support/support-list.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'

/** What the page of a case shows besides the case. */
export async function caseDetails(context: Context, rentalId: RentalId) {
  const { db, timeZone, admin } = adminIn(context)
  const [handovers, facts, conversation, requests] = await Promise.all([
    handoversOf(db, [rentalId]),
    caseFacts(db, admin, rentalId),
    findReportedConversation(db, admin, rentalId),
    requestsAboutRental(db, admin, rentalId),
  ])
  return {
    facts: orNotFound(facts),
    /** Whether admins may read their conversation. */
    hasMessages: conversation !== null,
    handovers: handovers.map((one) => sidedHandover(one, timeZone)),
    requests,
    formKey: newId(),
  }
}

/** Sends a question to one side, if the admin still decides the case. */
export async function askPosted(
  context: Context,
  request: Request,
  {
    form,
    rentalId,
    kind,
    mayDecide,
  }: {
    readonly form: FormData
    readonly rentalId: RentalId
    readonly kind: SupportKind
    readonly mayDecide: boolean | undefined
  },
) {
  if (!mayDecide)
    return redirectBackWithToast(
      request,
      failure('You cannot decide this now, so you cannot ask about it.'),
    )
  const { db, clock, admin, originOf } = adminIn(context)
  const side = (['renter', 'owner'] as const).find((known) => known === form.get('side'))
  if (!side) return answerProblem(problem('', { form, fields: { side: 'Please choose a side.' } }))
  const requestKey = requestKeyIn(form) ?? parseId<FreshId>(form.get('form_key')) ?? newId()
  const words = String(form.get('words') ?? '')
  const question = { requestKey, rentalId, side, kind, words, origin: originOf(request) }
  const sent = await askSide(db, admin, question, clock())
  if (!sent.ok) return questionRefused(sent.problem, form)
  const text = isolated(`Your question was sent to ${sent.value.fullName}.`)
  return redirectBackWithToast(request, success(text))
}

function questionRefused(refusal: AskProblem, form: FormData) {
  switch (refusal.reason) {
    case 'rental-not-found':
      throw data(null, { status: 404 })
    case 'words-missing':
      return answerProblem(problem('', { form, fields: { words: 'Please write a question.' } }))
    case 'cannot-answer':
      return answerProblem(
        problem('', {
          form,
          fields: { side: isolated(`${refusal.fullName} cannot answer: ask by email instead.`) },
        }),
      )
    case 'too-many':
      return answerProblem(
        problem('', {
          form,
          fields: {
            side: isolated(
              `${refusal.fullName} has too many open requests. Please answer or close one first.`,
            ),
          },
        }),
      )
    default: {
      const { problem: sentence = '', fields = {} } = supportProblem(refusal.reason)
      return answerProblem(problem(sentence, { fields: { ...fields }, form }))
    }
  }
}
