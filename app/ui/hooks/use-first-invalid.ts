import { type RefObject, useEffect, useRef } from 'react'

/**
 * The ref of a form: after each answer, its first invalid field gets the focus. A button that stands
 * for a field, which cannot be `aria-invalid`, has `data-invalid`.
 */
export function useFirstInvalid(answer: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>('[aria-invalid], [data-invalid]')?.focus()
  }, [answer])
  return form
}
