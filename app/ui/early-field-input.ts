import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'

const typed = new WeakMap<Element, string>()

// When React hydrates a text area, it writes the initial text into it again, over anything typed in
// the meantime; it leaves other fields as they are. This code runs before that, because the form
// component imports it.
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
 * Keeps what was entered in a form before the script had loaded, and dispatches its events as if it
 * were entered now.
 */
export function useEarlyInput(form: RefObject<HTMLFormElement | null>): void {
  const isHydrated = useHydrated()
  useLayoutEffect(() => {
    for (const field of form.current?.elements ?? []) {
      const text = typed.get(field)
      if (field instanceof HTMLTextAreaElement && text !== undefined) field.value = text
    }
  }, [form])
  // Runs once the form has its listeners. A form rendered by a script had no fields before.
  useEffect(() => {
    if (isHydrated) return
    const changed = [...(form.current?.elements ?? [])].filter(isChanged)
    // Read before the page reacts to one of them and writes its own values into the others.
    const entered = changed.map((field) => ({ field, text: isText(field) ? field.value : null }))
    // After the effects: React then shows what follows from one field before the next one.
    queueMicrotask(() => {
      for (const { field, text } of entered) dispatchInput(field, text)
    })
  }, [form, isHydrated])
}

function dispatchInput(field: Element, text: string | null): void {
  if (isText(field) && text !== null) reapplyText(field, text)
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
}

type TextField = HTMLInputElement | HTMLTextAreaElement

const isText = (field: Element): field is TextField =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(field.type))

/** React ignores an input event if the value is the one that it found or that it has set. */
function reapplyText(field: TextField, text: string): void {
  const { selectionStart, selectionEnd } = field
  field.value = field.defaultValue
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  if (field === document.activeElement && selectionStart !== null)
    field.setSelectionRange(selectionStart, selectionEnd)
}

/** Whether the person has changed the field, as far as the browser shows it. */
function isChanged(field: Element): boolean {
  // Values that the browser filled in are not the person's input.
  if (field.matches(':autofill')) return false
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options]
    const first = options.find(({ defaultSelected }) => defaultSelected) ?? options[0]
    return field.selectedOptions[0] !== first
  }
  if (!(field instanceof HTMLInputElement)) return false
  if (field.type === 'checkbox') return field.checked !== field.defaultChecked
  // The event of a choice comes from the radio button that is selected.
  if (field.type === 'radio') return field.checked && !field.defaultChecked
  return field.value !== firstValueOf(field)
}

/** The value from the server as browsers normalize it: a color, for example, in lower case. */
function firstValueOf({ type, defaultValue }: HTMLInputElement): string {
  const input = document.createElement('input')
  input.type = type
  input.value = defaultValue
  return input.value
}
