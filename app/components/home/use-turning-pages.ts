import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from 'react'

const TURNS_AFTER_MS = 5000

/**
 * The pages of a snapping scroller: which one is visible, turning to another, and turning
 * automatically every five seconds, from the last to the first. It pauses while `resting`, while
 * the tab is hidden, and for people who prefer reduced motion.
 */
export function useTurningPages(
  scroller: RefObject<HTMLElement | null>,
  pages: number,
  resting: boolean,
): { page: number; turnTo: (page: number) => void } {
  const [page, setPage] = useState(0)
  const calm = useSyncExternalStore(onMotionChange, wantsNoMotion, () => true)

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const follow = () => setPage(Math.round(element.scrollLeft / pitchOf(element)))
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [scroller])

  const turnTo = useCallback(
    (next: number) => {
      const element = scroller.current
      element?.scrollTo({
        left: ((next + pages) % pages) * pitchOf(element),
        behavior: wantsNoMotion() ? 'auto' : 'smooth',
      })
    },
    [scroller, pages],
  )

  useEffect(() => {
    if (pages < 2 || resting || calm) return
    const timer = setInterval(() => {
      if (!document.hidden) turnTo(page + 1)
    }, TURNS_AFTER_MS)
    return () => clearInterval(timer)
  }, [page, pages, resting, calm, turnTo])

  return { page, turnTo }
}

/** The distance between the starts of two pages, including the gap. */
function pitchOf({ firstElementChild, lastElementChild, childElementCount }: Element): number {
  const first = firstElementChild?.getBoundingClientRect().left ?? 0
  const last = lastElementChild?.getBoundingClientRect().left ?? 0
  return Math.max(1, (last - first) / Math.max(1, childElementCount - 1))
}

const NO_MOTION = '(prefers-reduced-motion: reduce)'

function wantsNoMotion(): boolean {
  return window.matchMedia(NO_MOTION).matches
}

function onMotionChange(listener: () => void): () => void {
  const query = window.matchMedia(NO_MOTION)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
