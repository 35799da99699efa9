import { type RefObject, useEffect, useRef } from 'react'

/**
 * The ref of a form, or of what is around its fields: after each answer, the first invalid field gets the focus. A button that stands for
 * a field, which cannot be `aria-invalid`, has `data-invalid`.
 */
export function useFirstInvalid<Around extends HTMLElement = HTMLFormElement>(
  answer: unknown,
): RefObject<Around | null> {
  const form = useRef<Around>(null)
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>('[aria-invalid], [data-invalid]')?.focus()
  }, [answer])
  return form
}
