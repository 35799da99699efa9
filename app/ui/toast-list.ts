export type Toast = {
  readonly type: 'success' | 'error' | 'info'
  readonly text: string
  /**
   * An action, such as Undo: a link to a page of ours, or with `fields` a form that is posted to
   * it.
   */
  readonly link?: {
    readonly text: string
    readonly to: string
    readonly fields?: Readonly<Record<string, string>>
  }
}
export type ShownToast = Toast & { readonly id: string }

// One list per page, so that any code can show a toast without knowing where toasts are rendered.
let shown: readonly ShownToast[] = []
const listeners = new Set<() => void>()

function change(next: readonly ShownToast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/**
 * Shows a toast from a script; the server's own arrive in the flash cookie. Showing an id twice
 * does nothing; equal texts are shown once.
 */
export function showToast(toast: Toast, id: string = crypto.randomUUID()): void {
  if (shown.some((other) => other.id === id)) return
  // An offer to undo a step is replaced by the next one: several would cover a phone's screen.
  const others = shown.filter(
    (other) => !other.link && (other.type !== toast.type || other.text !== toast.text),
  )
  change([...others, { ...toast, id }])
}

export function dismissToast(id: string): void {
  change(shown.filter((toast) => toast.id !== id))
}

export function shownToasts(): readonly ShownToast[] {
  return shown
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
