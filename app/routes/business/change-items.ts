import * as z from 'zod'
import type { BulkChange } from '#app/components/closet/change-many-dialog.tsx'
import type { OwnItemsView } from '#app/components/closet/own-items-address.ts'
import { creditsPerWeekField } from '#app/components/workspace/item-form.ts'
import { lendingForm } from '#app/components/workspace/lending-form.ts'
import { answerProblem, checkForm, type Problem } from '#app/http/forms.ts'
import type { Toast } from '#app/ui/toast-list.ts'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import {
  type ChangeOfMany,
  changeMany,
  describeChosen,
  type ItemsChosen,
  MAX_CHANGED,
} from '#domain/items/change-many.ts'
import { ownItemFilterIn, ownItemSortIn } from '#domain/items/own-item-list.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'

// Bulk changes of a closet's items: an address opens the question, and its form makes the change.

const CHANGES = ['pause', 'resume', 'price', 'lending'] as const

/** The maximum number of ids in an address or a form: a page has fewer. */
const MAX_IDS = 100

/** The part of the closet's items in an address. */
export function viewIn(query: URLSearchParams): OwnItemsView {
  const page = Number(query.get('page'))
  return {
    q: query.get('q')?.trim() ?? '',
    show: ownItemFilterIn(query.get('show')),
    sort: ownItemSortIn(query.get('sort')),
    page: Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1,
  }
}

/** The change that an address asks about; null without one, 'none' when no item is selected. */
export async function changeIn(
  db: DbOrTx,
  owner: ClosetOwner,
  query: URLSearchParams,
): Promise<BulkChange | 'none' | null> {
  const change = CHANGES.find((known) => known === query.get('change'))
  if (!change) return null
  const ids = query.getAll('item').slice(0, MAX_IDS)
  const items =
    query.get('which') === 'all' ? '' : ids.flatMap((id) => parseId<ItemId>(id) ?? []).join()
  const isNone = items === '' && query.get('which') !== 'all'
  if (isNone) return 'none'
  const { count, lending } = await describeChosen(db, owner, chosenBy(items, query))
  return count === 0 ? 'none' : { change, count, items, lending }
}

/** Changes the items in the form; the list's address determines which ones "all" are. */
export async function changeManyItems(
  db: Db,
  owner: ClosetOwner,
  form: FormData,
  query: URLSearchParams,
  now: Date,
): Promise<{ readonly toast: Toast } | { readonly answer: ReturnType<typeof answerProblem> }> {
  const kind = CHANGES.find((known) => known === form.get('change'))
  if (!kind) return { toast: { type: 'error', text: 'Please choose what to change.' } }
  const read = readChange(kind, form)
  if (!read.ok) return { answer: answerProblem(read) }
  const chosen = chosenBy(String(form.get('items') ?? ''), query)
  const outcome = await changeMany(db, owner, chosen, read.change, now)
  return {
    toast: outcome.ok
      ? { type: 'success', text: messageOf(kind, outcome.value.changed) }
      : {
          type: 'error',
          text: `You can change up to ${MAX_CHANGED.toLocaleString('en-US')} items at once.`,
        },
  }
}

function readChange(
  kind: ChangeOfMany['kind'],
  form: FormData,
): { readonly ok: true; readonly change: ChangeOfMany } | Problem {
  if (kind === 'pause' || kind === 'resume') return { ok: true, change: { kind } }
  if (kind === 'price') {
    const read = checkForm(priceForm, form)
    if (!read.ok) return read.problem
    return { ok: true, change: { kind, creditsPerWeek: read.value.credits_per_week } }
  }
  const read = checkForm(lendingForm, form)
  return read.ok ? { ok: true, change: { kind, ...read.value } } : read.problem
}

const priceForm = z.object({ credits_per_week: creditsPerWeekField('closet') })

function chosenBy(items: string, query: URLSearchParams): ItemsChosen {
  if (items === '') {
    const { q, show: filter } = viewIn(query)
    return { q, filter }
  }
  return {
    ids: items
      .split(',')
      .slice(0, MAX_IDS)
      .flatMap((id) => parseId<ItemId>(id) ?? []),
  }
}

function messageOf(kind: ChangeOfMany['kind'], changed: number): string {
  const items = `${changed.toLocaleString('en-US')} ${changed === 1 ? 'item' : 'items'}`
  if (changed === 0) return 'No changes were needed.'
  if (kind === 'pause') return `Paused ${items}.`
  if (kind === 'resume') return `Resumed ${items}.`
  return `Changed the ${kind} of ${items}.`
}
