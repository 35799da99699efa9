import { useEffect, useRef } from 'react'

/**
 * When a row is decided, moves the keyboard focus to the next one. `ids` are the ids of the rows'
 * elements that wait for a decision. Nothing scrolls: another row would come under the pointer.
 */
export function useFocusNext(ids: readonly string[]): void {
  const before = useRef(ids)
  useEffect(() => {
    const gone = before.current.findIndex((id) => !ids.includes(id))
    before.current = ids
    const lost = document.activeElement === null || document.activeElement === document.body
    if (gone === -1 || !lost) return
    const next = ids[Math.min(gone, ids.length - 1)] ?? 'admin-title'
    document.getElementById(next)?.focus({ preventScroll: true })
  }, [ids])
}
