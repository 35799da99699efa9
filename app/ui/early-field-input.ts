import {
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'

type TextField = HTMLInputElement | HTMLTextAreaElement

const typed = new WeakMap<TextField, string>()

// React writes the first text of a text area into it again when it takes over the markup of the
// server, over what somebody has typed meanwhile. This code is there before that, as the component of
// the text area imports it.
if (!import.meta.env.SSR) {
  const remember = (area: HTMLTextAreaElement) => typed.set(area, area.value)
  for (const area of document.querySelectorAll('textarea')) {
    if (area.value !== area.defaultValue) remember(area)
  }
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement) remember(target)
  }
  document.addEventListener('input', onInput, true)
}

/**
 * Keeps what was typed in a field before the script was there, and tells its form about it as if it
 * were typed now. Returns the field's ref, which also serves the given one.
 */
export function useEarlyInput<Element extends TextField>(
  ref: Ref<Element> | undefined,
): RefObject<Element | null> {
  const own = useRef<Element>(null)
  useImperativeHandle<Element | null, Element | null>(ref, () => own.current)
  useLayoutEffect(() => {
    const text = own.current && typed.get(own.current)
    if (own.current && typeof text === 'string') own.current.value = text
  }, [])
  // Once the form listens.
  useEffect(() => {
    const field = own.current
    // What the browser fills in by itself is no work of anybody's.
    if (field && field.value !== field.defaultValue && !field.matches(':autofill'))
      field.dispatchEvent(new Event('input', { bubbles: true }))
  }, [])
  return own
}
