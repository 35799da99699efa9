import { href, useLocation } from 'react-router'
import { useFormScripts } from '#app/components/viewer/use-form-scripts.ts'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { Form } from '#app/ui/form.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { unitWords } from './length-words.ts'
import { useLengthUnit } from './use-length-unit.ts'

/**
 * A button that shows all lengths in the other unit, from now on.
 * @param at the place of the page to which it returns without a script; with one, nothing moves
 */
export function UnitSwitch({ at }: { at: string }) {
  useFormScripts(useShell().unitScripts)
  const hydrated = useHydrated()
  const unit = useLengthUnit()
  const { pathname, search } = useLocation()
  const other = unit === 'in' ? 'cm' : 'in'
  return (
    <Form
      method="post"
      action={href('/length-unit')}
      failed="The unit could not be changed."
      replace
      preventScrollReset
      warnUnsaved={false}
    >
      <input
        type="hidden"
        name="return_to"
        value={`${pathname}${search}${hydrated ? '' : `#${at}`}`}
      />
      <button
        type="submit"
        name="unit"
        value={other}
        className="inline-flex min-h-11 items-center text-sm text-link md:min-h-8"
      >
        Show {unitWords[other]}
      </button>
    </Form>
  )
}
