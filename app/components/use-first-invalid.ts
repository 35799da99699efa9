import { type RefObject, useEffect, useRef } from 'react'

/** The form's ref: after each answer, the first invalid field gets the focus. */
export function useFirstInvalid(answer: unknown): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [answer])
  return form
}
