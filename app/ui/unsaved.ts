type Unsaved = {
  readonly forms: ReadonlySet<HTMLFormElement>
  /** The dialog that the person tries to close although it has unsaved input. */
  readonly closing: HTMLDialogElement | null
}

let unsaved: Unsaved = { forms: new Set(), closing: null }
const listeners = new Set<() => void>()

/** The forms with unsaved input. */
export function unsavedForms(): Unsaved {
  return unsaved
}

export function setUnsaved(
  forms: Iterable<HTMLFormElement>,
  closing: HTMLDialogElement | null = unsaved.closing,
): void {
  unsaved = { forms: new Set(forms), closing }
  for (const listener of listeners) listener()
}

export function onUnsavedChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
