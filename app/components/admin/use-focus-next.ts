import { useEffect, useRef } from 'react'
import { isFocusLost } from '#app/ui/hooks/is-focus-lost.ts'

/**
 * When a row is decided, moves the keyboard focus to the next one; when that is undone, to the row
 * itself. `ids` are the ids of the rows' elements that wait for a decision. Nothing scrolls: another
 * row would come under the pointer.
 */
export function useFocusNext(ids: readonly string[]): void {
  const before = useRef(ids)
  useEffect(() => {
    const gone = before.current.findIndex((id) => !ids.includes(id))
    const back = ids.find((id) => !before.current.includes(id))
    before.current = ids
    if ((gone === -1 && !back) || !isFocusLost()) return
    const next = gone === -1 ? back : ids[Math.min(gone, ids.length - 1)]
    document.getElementById(next ?? 'admin-title')?.focus({ preventScroll: true })
  }, [ids])
}
