import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Form } from '#app/ui/form.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { MAX_NEWEST, showCounted } from '#domain/shared/lists/show-counted.ts'
import { bulkChangeKinds, bulkChangeWords } from './bulk-change.ts'
import { ALL, type OwnItemsView, viewFields } from './own-items-address.ts'

type ChooseItemsProps = {
  /** The checkboxes of the items refer to this form. */
  id: string
  view: OwnItemsView
  /** The closet has more than `MAX_NEWEST` items: older ones are selected one by one. */
  hasOlder: boolean
  /** The number of items on all pages of the filter, up to one more than `MAX_COUNTED`, if known. */
  total: number | null
  /** The ids that the address or an answer selects, or `ALL`. */
  selected: readonly string[]
}

/**
 * Actions on the selected items; each links to a page that asks for confirmation. The checkboxes are
 * plain fields of the form, so that all of it works without a script.
 */
export function ChooseItems({ id, view, hasOlder, total, selected }: ChooseItemsProps) {
  const hydrated = useHydrated()
  const { boxes, checked, isAll, selectPage } = useSelection(id, selected)
  const isUnfiltered = view.show === 'all' && view.q === ''
  const isNewest = isUnfiltered && hasOlder
  const counted = total === null ? '' : showCounted(total)
  const all = isNewest ? MAX_NEWEST.toLocaleString('en-US') : counted
  // On a single page this would select the same items; without a script it is the only way.
  const hasMore = !hydrated || isAll || total === null || total > boxes
  return (
    <Form
      id={id}
      method="get"
      preventScrollReset
      className={classNames(
        'mt-3 flex flex-wrap items-center gap-x-5 gap-y-1 py-2 text-sm',
        (isAll || checked > 0) &&
          'sticky top-(--header-height) z-10 -mb-px border-b border-line bg-paper [@media(max-height:30rem)]:static',
      )}
    >
      {Object.entries(viewFields(view)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {hydrated && (
        <label className="flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            checked={boxes > 0 && checked === boxes}
            ref={(box) => {
              if (box) box.indeterminate = checked > 0 && checked < boxes
            }}
            className="size-5"
            onChange={({ target }) => selectPage(target.checked)}
          />
          Select all on this page
        </label>
      )}
      {hasMore && (
        <label className="flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            name="which"
            value={ALL}
            defaultChecked={selected.includes(ALL)}
            className="size-5"
          />
          {isNewest ? 'Newest' : isUnfiltered ? 'All' : 'All of these'} {all}{' '}
          {total === 1 ? 'item' : 'items'}
        </label>
      )}
      {hydrated && (
        <p role="status" className="font-medium tabular-nums max-lg:ml-auto">
          {isAll ? `${all || 'All'} selected` : checked > 0 && `${checked} selected`}
        </p>
      )}
      <span className="grid w-full grid-cols-3 gap-2 sm:flex sm:flex-wrap sm:gap-3 lg:ml-auto lg:w-auto">
        {bulkChangeKinds.map((change) => (
          <Button
            key={change}
            name="change"
            value={change}
            kind="secondary"
            size="small"
            className={classNames(
              'max-sm:px-2 max-md:min-h-11',
              change === 'delete' && 'text-danger',
            )}
          >
            {bulkChangeWords[change]}
          </Button>
        ))}
      </span>
    </Form>
  )
}

function useSelection(form: string, selected: readonly string[]) {
  const [state, setState] = useState({
    boxes: 0,
    checked: selected.length,
    isAll: selected.includes(ALL),
  })
  const count = useCallback(() => {
    const boxes = boxesOf(form)
    const next = {
      boxes: boxes.length,
      checked: boxes.filter(({ checked }) => checked).length,
      isAll: document.querySelector(`#${form} [name="which"]:checked`) !== null,
    }
    setState((now) =>
      now.boxes === next.boxes && now.checked === next.checked && now.isAll === next.isAll
        ? now
        : next,
    )
  }, [form])
  // Includes boxes that were checked before hydration.
  useEffect(count)
  useEffect(() => {
    document.addEventListener('change', count)
    return () => document.removeEventListener('change', count)
  }, [count])
  // A new selection from the page's address or an answer replaces the checked boxes.
  const wanted = selected.join()
  const before = useRef(wanted)
  useEffect(() => {
    if (before.current === wanted) return
    before.current = wanted
    const ids = wanted.split(',')
    for (const box of boxesOf(form)) box.checked = ids.includes(box.value)
    const all = document.querySelector<HTMLInputElement>(`#${form} [name="which"]`)
    if (all) all.checked = ids.includes(ALL)
    count()
  }, [form, wanted, count])
  return {
    ...state,
    selectPage: (on: boolean) => {
      for (const box of boxesOf(form)) box.checked = on
      count()
    },
  }
}

function boxesOf(form: string): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>(`input[name="item"][form="${form}"]`)]
}
