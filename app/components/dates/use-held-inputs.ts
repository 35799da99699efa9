import { useLayoutEffect, useState } from 'react'

/**
 * Whether someone is still in the inputs that they started to fill in before the script had loaded,
 * so that the calendar does not replace them; and the handler for leaving the inputs.
 */
export function useHeldInputs(inputs: { readonly current: HTMLDivElement | null }) {
  const [held, setHeld] = useState(false)
  // Before the first paint with the script, which would hide the inputs.
  useLayoutEffect(() => {
    if (inputs.current?.contains(document.activeElement)) setHeld(true)
  }, [inputs])
  return [held, () => setHeld(false)] as const
}
