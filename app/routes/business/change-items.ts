import type { BulkChange } from '#app/components/closet/change-many-dialog.tsx'
import type { OwnItemsView } from '#app/components/closet/own-items-address.ts'
import { creditsPerWeekField } from '#app/components/workspace/item-form.ts'
import { answerProblem, problem } from '#app/http/forms.ts'
import type { Toast } from '#app/ui/toast-list.ts'
import type { Db, DbOrTx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import {
  type ChangeOfMany,
  changeMany,
  countChosen,
  type ItemsChosen,
  MAX_CHANGED,
} from '#domain/items/change-many.ts'
import { ownItemFilterIn, ownItemSortIn } from '#domain/items/own-item-list.ts'
import type { ClosetOwner } from '#domain/shared/actors.ts'
import { parseId } from '#domain/shared/ids.ts'

// Bulk changes of a closet's items: an address opens the question, and its form makes the change.

const CHANGES = ['pause', 'resume', 'price'] as const

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
  const count = isNone ? 0 : await countChosen(db, owner, chosenBy(items, query))
  return count === 0 ? 'none' : { change, count, items }
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
  let change: ChangeOfMany
  if (kind === 'price') {
    const price = creditsPerWeekField('closet').safeParse(form.get('credits_per_week'))
    if (!price.success) {
      const sentence = price.error.issues[0]?.message ?? 'Please enter the credits per week.'
      return {
        answer: answerProblem(problem('', { fields: { credits_per_week: sentence }, form })),
      }
    }
    change = { kind, creditsPerWeek: price.data }
  } else change = { kind }
  const chosen = chosenBy(String(form.get('items') ?? ''), query)
  const outcome = await changeMany(db, owner, chosen, change, now)
  return {
    toast: outcome.ok
      ? { type: 'success', text: messageOf(kind, outcome.value.changed) }
      : {
          type: 'error',
          text: `You can change up to ${MAX_CHANGED.toLocaleString('en-US')} items at once.`,
        },
  }
}

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
  return kind === 'resume' ? `Resumed ${items}.` : `Changed the price of ${items}.`
}
