import { useEffect, useRef } from 'react'

/**
 * When a row leaves the list after a decision, moves the keyboard focus to the row that took its
 * place. `ids` are the ids of the rows' elements.
 */
export function useFocusNext(ids: readonly string[]): void {
  const before = useRef(ids)
  useEffect(() => {
    const gone = before.current.findIndex((id) => !ids.includes(id))
    before.current = ids
    const lost = document.activeElement === null || document.activeElement === document.body
    if (gone === -1 || !lost) return
    const next = ids[Math.min(gone, ids.length - 1)] ?? 'admin-title'
    document.getElementById(next)?.focus()
  }, [ids])
}
