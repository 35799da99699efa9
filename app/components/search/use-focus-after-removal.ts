import { type RefObject, useEffect, useRef } from 'react'
import { isFocusLost } from '#app/ui/hooks/is-focus-lost.ts'

/**
 * A chip that is removed takes the focus with it, which then moves to the chip in its place, else to
 * the last one, else to the heading of the results.
 * @param shown changes whenever a chip is removed
 * @returns to be called with the place of the chip whose removal is requested
 */
export function useFocusAfterRemoval(
  shown: string,
  chips: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
): (place: number) => void {
  const removed = useRef<number | null>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (shown === before.current) return
    before.current = shown
    const place = removed.current
    removed.current = null
    if (place === null || !isFocusLost()) return
    const links = [...(chips.current?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])]
    const next = links[Math.min(place, links.length - 1)] ?? heading.current
    next?.focus({ preventScroll: true })
  }, [shown, chips, heading])
  return (place) => {
    removed.current = place
  }
}
