import { href } from 'react-router'
import * as z from 'zod'
import {
  type BulkChange,
  type BulkChangeKind,
  bulkChangeKinds,
  isForAll,
  type PricePreview,
} from '#app/components/closet/bulk-change.ts'
import type { BulkRefusals } from '#app/components/closet/not-changed.tsx'
import { ALL, type OwnItemsView } from '#app/components/closet/own-items-address.ts'
import { creditsPerWeekField } from '#app/components/manage/item-form.ts'
import { lendingForm } from '#app/components/manage/lending-form.ts'
import { answerProblem, checkForm, type Problem, problem } from '#app/forms/forms.ts'
import { wholeNumber } from '#app/forms/text-fields.ts'
import { failure, success } from '#app/request/flash.ts'
import type { Toast } from '#app/ui/toast-list.ts'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import {
  blockDatesOfEach,
  chosenItems,
  type DoneForEach,
  MAX_AT_ONCE,
  retireEach,
} from '#domain/catalogue/items/listing/change-each.ts'
import { MAX_CHANGED } from '#domain/catalogue/items/listing/change-limits.ts'
import {
  type ChangeOfMany,
  changeMany,
  describeChosen,
  type ItemsChosen,
} from '#domain/catalogue/items/listing/change-many.ts'
import {
  type ChangedPrices,
  changePrices,
  previewPrices,
  undoPrices,
} from '#domain/catalogue/items/listing/change-prices.ts'
import type { RetireProblem } from '#domain/catalogue/items/listing/listing.ts'
import { ownItemFilterIn, ownItemSortIn } from '#domain/catalogue/items/listing/own-item-list.ts'
import {
  MAX_CREDITS_PER_WEEK,
  MAX_PERCENT,
  type PriceChange,
  priceChangeKinds,
} from '#domain/catalogue/items/listing/price-change.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { showNumber } from '#domain/shared/credits.ts'
import { counted } from '#domain/shared/figures.ts'
import { parseId } from '#domain/shared/ids.ts'
import { type CalendarDate, parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import { blockSentences } from './block-sentences.ts'

// Bulk changes of a closet's items: an address opens the question, and its form makes the change.

/** Why an item was not changed. */
export const itemSentences = {
  'item-not-found': 'This item was not found.',
  'is-rented': 'This item is rented. It can be deleted once the rental is over.',
} as const satisfies Record<RetireProblem['reason'], string>

export function viewIn(query: URLSearchParams): OwnItemsView {
  const page = Number(query.get('page'))
  return {
    q: query.get('q')?.trim() ?? '',
    show: ownItemFilterIn(query.get('show')),
    sort: ownItemSortIn(query.get('sort')),
    page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1,
  }
}

export function selectedIn(query: URLSearchParams): readonly string[] {
  return query.get('which') === ALL ? [ALL] : idsIn(query.getAll('item'))
}

/** The change that an address asks about; null without one, a sentence when it is not possible. */
export async function changeIn(
  db: DbOrTx,
  owner: ClosetOwner,
  query: URLSearchParams,
): Promise<BulkChange | string | null> {
  const change = bulkChangeKinds.find((known) => known === query.get('change'))
  if (!change) return null
  const [first = ''] = selectedIn(query)
  if (first === '') return NONE_SELECTED
  const items = first === ALL ? '' : selectedIn(query).join()
  const chosen = chosenBy(items, query)
  if (isForAll(change)) {
    const { count, lending } = await describeChosen(db, owner, chosen)
    return count === 0 ? NONE_SELECTED : { change, count, items, titles: [], lending }
  }
  const named = await chosenItems(db, owner, chosen)
  if (named.length === 0) return NONE_SELECTED
  if (named.length > MAX_AT_ONCE) return TOO_MANY[change](MAX_AT_ONCE)
  const titles = change === 'delete' ? named.map(({ title }) => title) : []
  // The confirmation applies to the items that were named, even if the list changes until then.
  const ids = named.map(({ id }) => id).join()
  return { change, count: named.length, items: ids, titles, lending: null }
}

type Answer =
  | { readonly toast: Toast }
  | { readonly answer: ReturnType<typeof answerProblem> }
  | { readonly refusals: BulkRefusals }
  | { readonly prices: PricePreview }

type When = { readonly now: Date; readonly today: CalendarDate }

/** Changes the items in the form; the list's address determines which ones "all" are. */
export async function changeManyItems(
  db: Db,
  owner: ClosetOwner,
  form: FormData,
  query: URLSearchParams,
  when: When,
): Promise<Answer> {
  const kind = bulkChangeKinds.find((known) => known === form.get('change'))
  if (!kind) return { toast: failure('Please choose what to change.') }
  const items = String(form.get('items') ?? '')
  if (items.split(',').length > MAX_AT_ONCE) return { toast: failure(TOO_MANY[kind](MAX_AT_ONCE)) }
  if (!isForAll(kind))
    return changeEach(db, owner, { kind, ids: idsIn(items.split(',')) }, form, when)
  const chosen = chosenBy(items, query)
  if (kind === 'price') return changePostedPrices(db, owner, chosen, form, when.now)
  const read = readChange(kind, form)
  if (!read.ok) return { answer: answerProblem(read) }
  const { value } = await changeMany(db, owner, chosen, read.change, when.now)
  return { toast: success(changedText(kind, value)) }
}

async function changeEach(
  db: Db,
  owner: ClosetOwner,
  { kind, ids }: { readonly kind: 'block' | 'delete'; readonly ids: readonly ItemId[] },
  form: FormData,
  { now, today }: When,
): Promise<Answer> {
  if (kind === 'delete') {
    const outcome = await retireEach(db, owner, ids, now)
    if (!outcome.ok) return { toast: failure(TOO_MANY[kind](MAX_AT_ONCE)) }
    return answerEach(kind, outcome.value, itemSentences)
  }
  const start = parseCalendarDate(form.get('start'))
  const end = parseCalendarDate(form.get('end'))
  const wrong = (sentence: string) => ({
    answer: answerProblem(problem('', { fields: { end: sentence }, form })),
  })
  if (!start || !end) return wrong(blockSentences['dates-invalid'])
  const outcome = await blockDatesOfEach(db, owner, { start, end }, ids, now, today)
  if (outcome.ok) return answerEach(kind, outcome.value, blockSentences)
  const { reason } = outcome.problem
  return reason === 'too-many'
    ? { toast: failure(TOO_MANY[kind](MAX_AT_ONCE)) }
    : wrong(blockSentences[reason])
}

function answerEach<Reason extends string>(
  change: 'block' | 'delete',
  { changed, refused }: DoneForEach<Reason>,
  sentences: Readonly<Record<Reason, string>>,
): Answer {
  if (refused.length === 0) return { toast: success(messageOf(change, changed)) }
  const named = refused.map(({ id, title, reason }) => ({ id, title, sentence: sentences[reason] }))
  return { refusals: { change, changed, refused: named } }
}

function readChange(
  kind: ChangeOfMany['kind'],
  form: FormData,
): { readonly ok: true; readonly change: ChangeOfMany } | Problem {
  if (kind === 'pause' || kind === 'resume') return { ok: true, change: { kind } }
  const read = checkForm(lendingForm, form)
  return read.ok ? { ok: true, change: { kind, ...read.value } } : read.problem
}

function chosenBy(items: string, query: URLSearchParams): ItemsChosen {
  if (items !== '') return { ids: idsIn(items.split(',')) }
  const { q, show: filter } = viewIn(query)
  return { q, filter }
}

function idsIn(texts: readonly string[]): ItemId[] {
  return texts.slice(0, MAX_AT_ONCE).flatMap((id) => parseId<ItemId>(id) ?? [])
}

/** Shows the new prices first; a form with `seen` confirms them. */
async function changePostedPrices(
  db: Db,
  owner: ClosetOwner,
  chosen: ItemsChosen,
  form: FormData,
  now: Date,
): Promise<Answer> {
  const read = readPriceChange(form)
  if (!read.ok) return { answer: answerProblem(read.problem) }
  const change = read.value
  const seen = form.get('seen')
  if (typeof seen === 'string') {
    const outcome = await changePrices(db, owner, chosen, { ...change, seen }, now)
    if (outcome.ok) {
      const text = changedText('price', outcome.value)
      const fields = { intent: 'undo-prices', at: now.toISOString() }
      const link = { text: 'Undo', to: href('/business'), fields }
      return { toast: { ...success(text), ...(outcome.value.changed > 0 && { link }) } }
    }
  }
  const preview = await previewPrices(db, owner, chosen, change)
  if (!preview.ok)
    return { answer: answerProblem(problem('', { form, fields: { price: TOO_MANY_PRICES } })) }
  const fields = { price_by: change.by, price: String(change.amount) }
  return { prices: { preview: preview.value, fields, isAgain: typeof seen === 'string' } }
}

const TOO_MANY_PRICES = `Only up to ${showNumber(MAX_CHANGED)} items can change like this at a time. Please search or filter the list first.`

/** Restores the prices from before a change; the toast says if some have changed since. */
export async function undoPostedPrices(
  db: Db,
  owner: ClosetOwner,
  form: FormData,
  now: Date,
): Promise<Toast> {
  const at = new Date(String(form.get('at')))
  const { restored, changedSince } = Number.isNaN(at.getTime())
    ? { restored: 0, changedSince: 0 }
    : await undoPrices(db, owner, at, now)
  const items = counted(changedSince, 'item')
  const since = `${items} ${changedSince === 1 ? 'has' : 'have'} changed since and ${changedSince === 1 ? 'keeps its' : 'keep their'} price.`
  if (restored === 0)
    return failure(
      changedSince > 0 ? `Nothing was undone: ${since}` : 'This can no longer be undone.',
    )
  const text = `Restored the price of ${counted(restored, 'item')}.`
  return success(changedSince > 0 ? `${text} ${since}` : text)
}

const NONE_SELECTED = 'Please select at least one item first.'

const upTo = (what: string) => (max: number) =>
  `You can ${what} up to ${max.toLocaleString('en-US')} items at once.`

/** Added if there were more items than can be changed at once. */
const REPEAT = 'Repeat this for the rest.'

const TOO_MANY = {
  pause: upTo('change'),
  resume: upTo('change'),
  price: upTo('change'),
  lending: upTo('change'),
  block: upTo('block dates for'),
  delete: upTo('delete'),
} as const satisfies Record<BulkChangeKind, (max: number) => string>

function changedText(kind: ChangeOfMany['kind'] | 'price', { changed, hasMore }: ChangedPrices) {
  const message = messageOf(kind, changed)
  return hasMore ? `${message} ${REPEAT}` : message
}

function messageOf(kind: BulkChangeKind, changed: number): string {
  const items = `${changed.toLocaleString('en-US')} ${changed === 1 ? 'item' : 'items'}`
  if (changed === 0) return 'No changes were needed.'
  if (kind === 'pause') return `Paused ${items}.`
  if (kind === 'resume') return `Resumed ${items}.`
  if (kind === 'block') return `Blocked dates for ${items}.`
  if (kind === 'delete') return `Deleted ${items}.`
  return `Updated the ${kind} of ${items}.`
}

/** From 1 to `max`, in the words of the field. */
const fromOneTo = (max: number) =>
  wholeNumber({
    ...{ min: 1, max },
    wrong: `Please enter a whole number from 1 to ${showNumber(max)}.`,
  })

const amounts = {
  set: creditsPerWeekField('closet'),
  'raise-percent': fromOneTo(MAX_PERCENT['raise-percent']),
  'lower-percent': fromOneTo(MAX_PERCENT['lower-percent']),
  'raise-credits': fromOneTo(MAX_CREDITS_PER_WEEK),
  'lower-credits': fromOneTo(MAX_CREDITS_PER_WEEK),
} as const satisfies Record<PriceChange['by'], z.ZodType<number, unknown>>

function readPriceChange(form: FormData) {
  const by = priceChangeKinds.find((kind) => kind === form.get('price_by')) ?? 'set'
  const read = checkForm(z.object({ price: amounts[by] }), form)
  return read.ok
    ? { ok: true as const, value: { by, amount: read.value.price } satisfies PriceChange }
    : read
}
