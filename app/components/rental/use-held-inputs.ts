import { useLayoutEffect, useState } from 'react'

/**
 * True while someone is still in the inputs that they started to fill before the script had loaded:
 * the calendar does not replace them. And the handler for leaving them.
 */
export function useHeldInputs(inputs: { readonly current: HTMLDivElement | null }) {
  const [held, setHeld] = useState(false)
  // Before the first paint with the script, which would hide the inputs.
  useLayoutEffect(() => {
    if (inputs.current?.contains(document.activeElement)) setHeld(true)
  }, [inputs])
  return [held, () => setHeld(false)] as const
}
