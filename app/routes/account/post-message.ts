import { data, href, redirect, replace } from 'react-router'
import { imageSentences } from '#app/components/images/image-sentences.ts'
import { messageProblem, TOO_LATE_TO_WITHDRAW } from '#app/components/messages/message-sentences.ts'
import { withSaved } from '#app/components/messages/with-saved.ts'
import { answerProblem, problem } from '#app/forms/forms.ts'
import { appContext } from '#app/request/contexts.ts'
import { redirectWithError, redirectWithSuccess } from '#app/request/flash.ts'
import { readFormWithPhotos } from '#app/request/form-with-photos.ts'
import { countAttempt } from '#app/request/limits.ts'
import { requestKeyIn } from '#app/request/request-key.ts'
import { answerTooMany } from '#app/request/too-many.ts'
import { idsIn } from '#app/routes/manage/report-answer.ts'
import type { ConversationId, FreshId, ItemId, MessageId, RentalId } from '#db/ids.ts'
import { findAskable } from '#domain/care/messages/ask-about-item.ts'
import { markRead } from '#domain/care/messages/mark-read.ts'
import { MAX_MESSAGE_PHOTOS } from '#domain/care/messages/message-limits.ts'
import { type NewMessage, sendMessage } from '#domain/care/messages/messages.ts'
import { savedMessagesOf } from '#domain/care/messages/saved-messages.ts'
import { withdrawMessage } from '#domain/care/messages/withdraw-message.ts'
import { findRenterToWrite } from '#domain/care/messages/write-to-renter.ts'
import { asClosetOwner, type Person } from '#domain/shared/actors.ts'
import { newId, parseId } from '#domain/shared/ids.ts'

type Context = Parameters<typeof readFormWithPhotos>[0]

/** Sends a message; a refused form is shown again with its input. */
export async function answerMessage(
  context: Context,
  request: Request,
  person: Person,
  to: NewMessage['to'],
) {
  const posted = await readFormWithPhotos(
    context,
    request,
    person,
    { photos: 'message' },
    MAX_MESSAGE_PHOTOS,
  )
  if (!posted) return answerProblem(problem(imageSentences['too-large']), 413)
  const { form, problems } = posted
  if ('conversationId' in to && form.get('intent') === 'read')
    return await answerRead(context, person, to.conversationId, form)
  if ('conversationId' in to && form.get('intent') === 'withdraw')
    return await answerWithdraw(context, person, to.conversationId, form)
  if (form.has('insert')) return await answerInserted(context, person, form)
  const imageIds = idsIn(form, 'photos')
  form.set('photos', imageIds.join(','))
  if (Object.keys(problems).length > 0)
    return answerProblem(problem('', { fields: problems, form }))
  const body = String(form.get('body') ?? '')
  const saysSomething = body.trim() !== '' || imageIds.length > 0
  const over = saysSomething && (await overLimit(context, person, to))
  if (over)
    return over.sentence
      ? answerTooMany(over, form, over.sentence)
      : answerProblem(problem(WAIT, { form }), 429, {
          headers: { 'Retry-After': String(over.retryAfterSeconds) },
        })
  const { db, clock } = context.get(appContext)
  const message = {
    to,
    body,
    imageIds,
    requestKey: requestKeyIn(form) ?? parseId<FreshId>(form.get('form_key')) ?? newId(),
    seenId: parseId<MessageId>(form.get('seen')),
  }
  const sent = await sendMessage(db, person, message, clock())
  if (!sent.ok) {
    if (sent.problem.reason === 'conversation-not-found') throw data(null, { status: 404 })
    return answerProblem(problem('', { fields: messageProblem(sent.problem.reason), form }))
  }
  const { conversationId: id, messageId } = sent.value
  return replace(`${href('/messages/:id', { id })}?sent=${messageId}#newest`)
}

/** Adds a saved message to what is typed; for pages without a script. */
async function answerInserted(context: Context, person: Person, form: FormData) {
  const owner = asClosetOwner(person)
  const saved = owner ? await savedMessagesOf(context.get(appContext).db, owner) : []
  const found = saved.find(({ position }) => String(position) === form.get('insert'))
  if (found) form.set('body', withSaved(String(form.get('body') ?? ''), found.body))
  form.set('photos', idsIn(form, 'photos').join(','))
  return problem('', { form })
}

const WAIT = 'Please wait a few minutes before you write again.'

type LimitProblem = {
  readonly reason: 'too-many'
  readonly retryAfterSeconds: number
  sentence?: string
}

/** Counts the message, and the conversation that it opens. */
async function overLimit(
  context: Context,
  person: Person,
  to: NewMessage['to'],
): Promise<LimitProblem | null> {
  const app = context.get(appContext)
  const taken = await countAttempt(app, 'message', person.id)
  if (!taken.ok) return taken.problem
  if ('conversationId' in to) return null
  const found =
    'itemId' in to
      ? await findAskable(app.db, person, to.itemId)
      : await findRenterToWrite(app.db, person, to.rentalId, app.clock())
  if (!found || found.conversationId) return null
  const limit = person.emailVerified ? 'conversation' : 'conversation before verification'
  const opened = await countAttempt(app, limit, person.id)
  if (opened.ok) return null
  const sentence = person.emailVerified
    ? 'You have asked about many items.'
    : 'Please confirm your email address to ask about more items.'
  return { ...opened.problem, sentence }
}

/** For pages without a script; with one, an open page marks what it shows as read. */
async function answerRead(
  context: Context,
  person: Person,
  conversationId: ConversationId,
  form: FormData,
) {
  const seenId = parseId<MessageId>(form.get('seen'))
  if (!seenId) throw data(null, { status: 400 })
  const read = await markRead(context.get(appContext).db, person, { conversationId, seenId })
  if (!read.ok) throw data(null, { status: 404 })
  return redirect(`${href('/messages/:id', { id: conversationId })}#newest`)
}

async function answerWithdraw(
  context: Context,
  person: Person,
  conversationId: ConversationId,
  form: FormData,
) {
  const messageId = parseId<MessageId>(form.get('message'))
  if (!messageId) throw data(null, { status: 400 })
  const { db, clock } = context.get(appContext)
  const withdrawn = await withdrawMessage(db, person, messageId, clock())
  const returnTo = `${href('/messages/:id', { id: conversationId })}#newest`
  if (withdrawn.ok) return redirectWithSuccess(returnTo, 'Message unsent.')
  if (withdrawn.problem.reason === 'message-not-found') throw data(null, { status: 404 })
  return redirectWithError(returnTo, TOO_LATE_TO_WITHDRAW)
}

/** The renter of the rental in an address, whom this person can write to; else null. */
export async function readRenter(context: Context, request: Request, person: Person) {
  const rentalId = parseId<RentalId>(new URL(request.url).searchParams.get('rental'))
  if (!rentalId) return null
  const { db, clock } = context.get(appContext)
  const found = await findRenterToWrite(db, person, rentalId, clock())
  return found && { ...found, rentalId }
}

/** The item that an address asks about; null for none that this person can ask about. */
export async function readQuestion(context: Context, request: Request, person: Person) {
  const itemId = parseId<ItemId>(new URL(request.url).searchParams.get('item'))
  if (!itemId) return null
  return await findAskable(context.get(appContext).db, person, itemId)
}
