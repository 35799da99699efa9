import { data, href } from 'react-router'
import { supportProblem } from '#app/components/support/support-sentences.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import type { PersonId, SavedAnswerId } from '#db/ids.ts'
import {
  type AnswerSupportProblem,
  answerRequest,
  assignRequest,
  closeRequest,
} from '#domain/care/support/answer-request.ts'
import { savedAnswers } from '#domain/care/support/saved-answers.ts'
import type { Written } from '#domain/care/support/support.ts'
import type { FoundRequest } from '#domain/care/support/support-list.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'

type On = Pick<FoundRequest, 'id' | 'personName'>

/** Sends an answer, and closes the request with it if the admin chose that. */
export async function answerPosted(
  context: Context,
  request: Request,
  { id, personName }: On,
  { form, written }: { readonly form: FormData; readonly written: Written },
) {
  const { db, clock, admin, originOf } = adminIn(context)
  const closes = form.get('intent') === 'answer-and-close'
  const answer = {
    id,
    seen: Number(form.get('seen')),
    ...written,
    closes,
    origin: originOf(request),
  }
  const sent = await answerRequest(db, admin, answer, clock())
  if (!sent.ok) return answerRefused(sent.problem, form)
  return redirectWithSuccess(
    href('/admin/support'),
    isolated(
      closes
        ? `Your answer was sent to ${personName}, and the request is closed.`
        : `Your answer was sent to ${personName}.`,
    ),
  )
}

function answerRefused(refusal: AnswerSupportProblem, form: FormData) {
  switch (refusal.reason) {
    case 'request-not-found':
      throw data(null, { status: 404 })
    case 'own-request':
      return answerProblem(problem('Another admin has to answer your own request.', { form }))
    case 'changed':
      // With status 200, so that the page is loaded again and shows the new message.
      return problem(writtenSince(refusal.by, 'send your answer again'), { form })
    default: {
      const { problem: sentence = '', fields = {} } = supportProblem(refusal.reason)
      const own = refusal.reason === 'words-missing' ? { words: 'Please write an answer.' } : fields
      return answerProblem(problem(sentence, { fields: { ...own }, form }))
    }
  }
}

const writtenSince = (by: string, then: string) =>
  isolated(`${by} has written in the meantime. Please read the new message, then ${then}.`)

/** The form again, with a saved answer after what was typed. */
export async function insertSaved(context: Context, form: FormData) {
  const { db, admin } = adminIn(context)
  const id = parseId<SavedAnswerId>(form.get('saved'))
  const saved = (await savedAnswers(db, admin)).find((one) => one.id === id)
  if (!saved)
    return answerProblem(problem('', { fields: { saved: 'Please choose a saved answer.' }, form }))
  const typed = String(form.get('words') ?? '').trim()
  form.set('words', typed === '' ? saved.body : `${typed}\n\n${saved.body}`)
  return problem('', { form })
}

/** Takes the request, or assigns it to somebody. */
export async function assignPosted(
  context: Context,
  request: Request,
  { id, personName }: On,
  form: FormData,
) {
  const { db, clock, admin, originOf } = adminIn(context)
  const own = href('/admin/support/:id', { id })
  const to = parseId<PersonId>(form.get('to'))
  const seenTo = parseId<PersonId>(form.get('seen_to'))
  const input = { id, to, seenTo, origin: originOf(request) }
  const assigned = await assignRequest(db, admin, input, clock())
  if (assigned.ok)
    return redirectWithSuccess(
      own,
      isolated(
        assigned.value.name
          ? `The request of ${personName} is assigned to ${assigned.value.name}.`
          : `The request of ${personName} is assigned to nobody.`,
      ),
    )
  switch (assigned.problem.reason) {
    case 'request-not-found':
      throw data(null, { status: 404 })
    case 'not-an-admin':
      return redirectWithError(own, 'This person is no longer an admin.')
    case 'assigned-already':
      return redirectWithError(
        own,
        isolated(
          assigned.problem.to
            ? `${assigned.problem.to} has taken this request in the meantime.`
            : 'This request was assigned to nobody in the meantime.',
        ),
      )
  }
}

/** Closes an answered request without another answer. */
export async function closePosted(context: Context, { id, personName }: On, form: FormData) {
  const { db, clock, admin } = adminIn(context)
  const own = href('/admin/support/:id', { id })
  const closed = await closeRequest(db, admin, { id, seen: Number(form.get('seen')) }, clock())
  if (closed.ok)
    return redirectWithSuccess(own, isolated(`The request of ${personName} is closed.`))
  switch (closed.problem.reason) {
    case 'request-not-found':
      throw data(null, { status: 404 })
    case 'changed':
      return redirectWithError(own, writtenSince(closed.problem.by, 'close the request'))
    case 'unanswered':
      return redirectWithError(own, 'Please answer the request before you close it.')
  }
}
