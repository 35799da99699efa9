import { shownTitles } from '#app/components/admin/shown-titles.ts'
import type { Unexpected } from '#app/forms/answered.ts'
import { answerProblem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, type Context } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, success } from '#app/request/flash.ts'
import type { ItemId } from '#db/ids.ts'
import {
  type ApprovalProblem,
  type ApprovedItems,
  approveItem,
  approveItems,
  denyItem,
  restoreItem,
  takeDownItem,
} from '#domain/catalogue/items/listing/item-approval.ts'
import { undoDecisions } from '#domain/catalogue/items/listing/undo-decision.ts'
import { counted } from '#domain/shared/figures.ts'
import { parseId } from '#domain/shared/ids.ts'
import { PAGE_SIZE, parseInstant } from '#domain/shared/lists/page.ts'
import { done } from '#domain/shared/outcome.ts'
import { decidedAtIn, readReason, redirectWithUndo, UNDO_TOO_LATE } from './decisions.ts'

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

export async function decideOnItem(
  context: Context,
  request: Request,
  { inList }: { readonly inList: boolean },
) {
  const form = await readForm(request)
  const intent = form.get('intent')
  if (intent === 'approve-selected') return approveSelected(context, request, form)
  if (intent === 'undo') return undo(context, request, form)
  const { db, clock, originOf, admin } = adminIn(context)
  const seen = seenIn(`${form.get('item')} ${form.get('changed_at')}`)
  const needsReason = isIn(WITH_REASON, intent)
  if (!seen || !(needsReason || isIn(WITHOUT_REASON, intent)))
    return redirectBackWithToast(request, failure(SENTENCES['item-not-found']))
  const reason = needsReason ? readReason(form) : null
  if (reason && !reason.ok) return answerProblem(reason.problem)
  const [version, now] = [{ ...seen, origin: originOf(request) }, clock()]
  const decided = await attempt(context, request, async () =>
    needsReason
      ? await WITH_REASON[intent](db, admin, { ...version, reason: reason?.value ?? '' }, now)
      : await WITHOUT_REASON[intent](db, admin, version, now),
  )
  if (!decided.ok) return redirectBackWithToast(request, failure(sentenceFor(decided.problem)))
  const text = `${DONE[intent]} ${decided.value.title}. The closet will get an email.`
  return intent === 'approve' || intent === 'deny'
    ? redirectWithUndo(request, text, { at: now, of: { item: seen.itemId }, inList })
    : redirectBackWithToast(request, success(text))
}

/** 'ID INSTANT': an item in the version that the admin has seen. */
function seenIn(text: string): { readonly itemId: ItemId; readonly changedAt: Date } | null {
  const [id, instant] = text.split(' ')
  const itemId = parseId<ItemId>(id)
  const changedAt = parseInstant(instant)
  return itemId && changedAt && { itemId, changedAt }
}

async function approveSelected(context: Context, request: Request, form: FormData) {
  const { db, clock, originOf, admin } = adminIn(context)
  const items = form
    .getAll('selected')
    .slice(0, PAGE_SIZE)
    .flatMap((one) => seenIn(String(one)) ?? [])
  if (items.length === 0)
    return redirectBackWithToast(request, failure('Please select at least one item first.'))
  const now = clock()
  const input = { items, origin: originOf(request) }
  const outcome = await attempt(context, request, async () =>
    done(await approveItems(db, admin, input, now)),
  )
  if (!outcome.ok) return redirectBackWithToast(request, failure(SENTENCES.unexpected))
  const { approved } = outcome.value
  const notApproved = notApprovedSentence(outcome.value)
  if (approved.length === 0) return redirectBackWithToast(request, failure(notApproved))
  const text = `Approved ${counted(approved.length, 'item')}: ${shownTitles(approved)}. ${notApproved}`
  return redirectWithUndo(request, text.trim(), { at: now, of: {}, inList: true })
}

/** What another admin decided is named, as far as a toast has room. */
const MAX_NAMED = 6

function notApprovedSentence({ approved, left }: ApprovedItems): string {
  if (left.length === 0) return approved.length === 0 ? SENTENCES['item-not-found'] : ''
  const why = left.map(({ title, problem }) => {
    const reason = problem.reason === 'already-decided' ? `already ${problem.status}` : 'changed'
    return `${title} (${reason} in the meantime)`
  })
  return `Not approved: ${shownTitles(why, MAX_NAMED)}.`
}

async function undo(context: Context, request: Request, form: FormData) {
  const { db, clock, originOf, admin } = adminIn(context)
  const at = decidedAtIn(form)
  const posted = form.get('item')
  const itemId = parseId<ItemId>(posted)
  if (!at || (posted && !itemId)) return redirectBackWithToast(request, failure(UNDO_TOO_LATE))
  const input = { at, itemId, origin: originOf(request) }
  const outcome = await attempt(context, request, async () =>
    done(await undoDecisions(db, admin, input, clock())),
  )
  if (!outcome.ok) return redirectBackWithToast(request, failure(SENTENCES.unexpected))
  const { undone, changedSince } = outcome.value
  if (undone.length === 0) return redirectBackWithToast(request, failure(UNDO_TOO_LATE))
  const left =
    changedSince > 0
      ? ` ${counted(changedSince, 'item')} ${changedSince === 1 ? 'was' : 'were'} changed since and ${changedSince === 1 ? 'stays' : 'stay'} as ${changedSince === 1 ? 'it is' : 'they are'}.`
      : ''
  return redirectBackWithToast(request, success(`To review again: ${shownTitles(undone)}.${left}`))
}

const SENTENCES = {
  unexpected: 'Error updating item. Please try again.',
  'item-not-found': 'This item was not found.',
  'edit-conflict': 'The closet has changed this item in the meantime. Please review it again.',
} as const

function sentenceFor(problem: ApprovalProblem | Unexpected): string {
  if (problem.reason !== 'already-decided') return SENTENCES[problem.reason]
  return problem.status === 'pending'
    ? 'This item is waiting for review again.'
    : `This item has already been ${problem.status}.`
}
