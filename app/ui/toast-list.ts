export type Toast = {
  readonly type: 'success' | 'error' | 'info'
  readonly text: string
  /** A way on, such as Undo: a page of ours, or with `fields` a form that is posted to it. */
  readonly link?: {
    readonly text: string
    readonly to: string
    readonly fields?: Readonly<Record<string, string>>
  }
}
export type ShownToast = Toast & { readonly id: string }

// One list per page, so that anything may speak without knowing where toasts are drawn.
let shown: readonly ShownToast[] = []
const listeners = new Set<() => void>()

function change(next: readonly ShownToast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a toast from a script; the server's own come by the flash cookie. Showing an id twice does nothing; the same words are shown once. */
export function showToast(toast: Toast, id: string = crypto.randomUUID()): void {
  if (shown.some((other) => other.id === id)) return
  // An offer to undo one step makes room for the next: they would cover a phone's screen.
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
