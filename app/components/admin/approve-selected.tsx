import { useCallback, useEffect, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Form } from '#app/ui/form.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import { counted } from '#domain/shared/figures.ts'

/** The checkboxes of the items refer to this form. */
export const APPROVE_FORM = 'approve-selected'

/** Approves the selected items of a page together. Without a script, a link selects all of them. */
export function ApproveSelected({ selectAllTo }: { selectAllTo: string }) {
  const hydrated = useHydrated()
  const { all, selected, selectAll } = useSelected()
  return (
    <Form
      id={APPROVE_FORM}
      method="post"
      preventScrollReset
      warnUnsaved={false}
      failed="Failed to approve"
      className={classNames(
        'mt-5 flex flex-wrap items-center gap-x-5 gap-y-1 border-b border-line py-2 text-sm',
        selected > 0 &&
          'sticky top-(--header-height) z-10 bg-paper [@media(max-height:30rem)]:static',
      )}
    >
      <input type="hidden" name="intent" value="approve-selected" />
      {hydrated ? (
        <label className="flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            checked={all > 0 && selected === all}
            ref={(box) => {
              if (box) box.indeterminate = selected > 0 && selected < all
            }}
            className="size-5"
            onChange={({ target }) => selectAll(target.checked)}
          />
          Select all on this page
        </label>
      ) : (
        <TextLink to={selectAllTo}>Select all on this page</TextLink>
      )}
      <Button kind="secondary" size="small" className="ml-auto max-md:min-h-11">
        {selected > 0 ? `Approve ${counted(selected, 'item')}` : 'Approve selected'}
      </Button>
    </Form>
  )
}

const boxes = () => [
  ...document.querySelectorAll<HTMLInputElement>(`input[name="selected"][form="${APPROVE_FORM}"]`),
]

function useSelected() {
  const [state, setState] = useState({ all: 0, selected: 0 })
  const count = useCallback(() => {
    const all = boxes()
    const next = { all: all.length, selected: all.filter(({ checked }) => checked).length }
    setState((now) => (now.all === next.all && now.selected === next.selected ? now : next))
  }, [])
  // After each render: boxes leave with decided items, or were checked before hydration.
  useEffect(count)
  useEffect(() => {
    document.addEventListener('change', count)
    return () => document.removeEventListener('change', count)
  }, [count])
  return {
    ...state,
    selectAll: (on: boolean) => {
      for (const box of boxes()) box.checked = on
      count()
    },
  }
}
