const typed = new WeakMap<HTMLTextAreaElement, string>()

/**
 * Remembers what is in the text areas until React takes over their markup: it writes their first
 * text into them again, over what somebody has typed meanwhile. Called once, before that.
 */
export function rememberEarlyInput(): void {
  for (const area of document.querySelectorAll('textarea')) {
    if (area.value !== area.defaultValue) typed.set(area, area.value)
  }
  const remember = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement) typed.set(target, target.value)
  }
  document.addEventListener('input', remember, true)
}

/** Puts back what was typed in the text area before React took it over. */
export function restoreEarlyInput(area: HTMLTextAreaElement): void {
  const text = typed.get(area)
  if (text !== undefined) area.value = text
}

/** True if somebody has filled in something before the script was there. */
export function hasEarlyInput(form: HTMLFormElement): boolean {
  return [...form.elements].some(
    (field) =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
      // What the browser fills in by itself is no work of anybody's.
      !field.matches(':autofill') &&
      !field.closest('[data-stays]') &&
      (field.value !== field.defaultValue ||
        (field instanceof HTMLInputElement && field.checked !== field.defaultChecked)),
  )
}
