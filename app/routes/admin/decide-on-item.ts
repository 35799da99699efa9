import type { Unexpected } from '#app/forms/answered.ts'
import { answerProblem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, success } from '#app/request/flash.ts'
import type { ItemId } from '#db/ids.ts'
import {
  type ApprovalProblem,
  approveItem,
  denyItem,
  restoreItem,
  takeDownItem,
} from '#domain/catalogue/items/listing/item-approval.ts'
import { parseId } from '#domain/shared/ids.ts'
import { readReason } from './decisions.ts'

const WITHOUT_REASON = { approve: approveItem, 'put-back': restoreItem } as const
const WITH_REASON = { deny: denyItem, 'take-down': takeDownItem } as const

const DONE = {
  approve: 'Approved',
  deny: 'Denied',
  'take-down': 'Took down',
  'put-back': 'Restored',
} as const

const isIn = <Acts extends object>(acts: Acts, intent: unknown): intent is keyof Acts =>
  typeof intent === 'string' && Object.hasOwn(acts, intent)

export async function decideOnItem(context: Context, request: Request) {
  const { db, clock, originOf, admin } = adminIn(context)
  const form = await readForm(request)
  const itemId = parseId<ItemId>(form.get('item'))
  const changedAt = new Date(String(form.get('changed_at')))
  const intent = form.get('intent')
  const needsReason = isIn(WITH_REASON, intent)
  if (
    !itemId ||
    Number.isNaN(changedAt.getTime()) ||
    !(needsReason || isIn(WITHOUT_REASON, intent))
  )
    return redirectBackWithToast(request, failure('This item was not found.'))
  const seen = { itemId, changedAt, origin: originOf(request) }
  const reason = needsReason ? readReason(form) : null
  if (reason && !reason.ok) return answerProblem(reason.problem)
  const decided = await attempt(context, request, async () =>
    needsReason
      ? await WITH_REASON[intent](db, admin, { ...seen, reason: reason?.value ?? '' }, clock())
      : await WITHOUT_REASON[intent](db, admin, seen, clock()),
  )
  if (!decided.ok) return redirectBackWithToast(request, failure(sentenceFor(decided.problem)))
  return redirectBackWithToast(
    request,
    success(`${DONE[intent]} ${decided.value.title}. The closet will get an email.`),
  )
}

const SENTENCES = {
  unexpected: 'Error updating item. Please try again.',
  'item-not-found': 'This item was not found.',
  'edit-conflict': 'The closet has changed this item in the meantime. Please review it again.',
} as const

function sentenceFor(problem: ApprovalProblem | Unexpected): string {
  if (problem.reason === 'already-decided') return `This item has already been ${problem.status}.`
  return SENTENCES[problem.reason]
}
