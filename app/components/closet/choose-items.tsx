import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { type OwnItemsView, viewFields } from './own-items-address.ts'

type ChooseItemsProps = {
  /** The checkboxes of the items refer to this form. */
  id: string
  view: OwnItemsView
  /** The number of items on all pages of the filter. */
  total: number
}

/** Actions on the selected items; each links to a page that asks for confirmation. */
export function ChooseItems({ id, view, total }: ChooseItemsProps) {
  const hydrated = useHydrated()
  const [chosen, setChosen] = useState(false)
  return (
    <Form
      id={id}
      method="get"
      preventScrollReset
      className="flex flex-wrap items-center gap-x-5 gap-y-1 py-3 text-sm"
    >
      {Object.entries(viewFields(view)).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {hydrated && (
        <label className="flex min-h-11 items-center gap-2">
          <input
            type="checkbox"
            checked={chosen}
            className="size-5"
            onChange={({ target }) => {
              setChosen(target.checked)
              for (const box of boxesOf(id)) box.checked = target.checked
            }}
          />
          Select this page
        </label>
      )}
      <label className="flex min-h-11 items-center gap-2">
        <input type="checkbox" name="which" value="all" className="size-5" />
        {view.show === 'all' && view.q === '' ? 'All' : 'All of these'}{' '}
        {total.toLocaleString('en-US')} {total === 1 ? 'item' : 'items'}
      </label>
      <span className="flex flex-wrap gap-3 max-sm:w-full">
        {(['pause', 'resume', 'price', 'lending'] as const).map((change) => (
          <Button
            key={change}
            name="change"
            value={change}
            kind="secondary"
            size="small"
            className="max-md:min-h-11"
          >
            {CHANGES[change]}
          </Button>
        ))}
      </span>
    </Form>
  )
}

function boxesOf(form: string): HTMLInputElement[] {
  const boxes = document.querySelectorAll<HTMLInputElement>(`input[name="item"][form="${form}"]`)
  return [...boxes]
}

const CHANGES = {
  pause: 'Pause',
  resume: 'Resume',
  price: 'Change price',
  lending: 'Change lending',
} as const
