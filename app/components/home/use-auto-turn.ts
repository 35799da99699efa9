import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from 'react'

const AUTO_TURN_MS = 5000

/**
 * The pages of a snapping scroller: which one is visible, turning to another, and turning
 * automatically every five seconds, from the last to the first. It pauses while `isPaused`, while
 * the tab is hidden, and for people who prefer reduced motion.
 */
export function useAutoTurn(
  scroller: RefObject<HTMLElement | null>,
  pages: number,
  isPaused: boolean,
): { page: number; turnTo: (page: number) => void } {
  const [page, setPage] = useState(0)
  const reducedMotion = useSyncExternalStore(onMotionChange, prefersReducedMotion, () => true)

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const follow = () => setPage(Math.round(element.scrollLeft / pageDistance(element)))
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [scroller])

  const turnTo = useCallback(
    (next: number) => {
      const element = scroller.current
      element?.scrollTo({
        left: ((next + pages) % pages) * pageDistance(element),
        behavior: prefersReducedMotion() ? 'auto' : 'smooth',
      })
    },
    [scroller, pages],
  )

  useEffect(() => {
    if (pages < 2 || isPaused || reducedMotion) return
    const timer = setInterval(() => {
      if (!document.hidden) turnTo(page + 1)
    }, AUTO_TURN_MS)
    return () => clearInterval(timer)
  }, [page, pages, isPaused, reducedMotion, turnTo])

  return { page, turnTo }
}

/** The distance between the starts of two pages, including the gap. */
function pageDistance({ firstElementChild, lastElementChild, childElementCount }: Element): number {
  const first = firstElementChild?.getBoundingClientRect().left ?? 0
  const last = lastElementChild?.getBoundingClientRect().left ?? 0
  return Math.max(1, (last - first) / Math.max(1, childElementCount - 1))
}

const REDUCED_MOTION = '(prefers-reduced-motion: reduce)'

function prefersReducedMotion(): boolean {
  return window.matchMedia(REDUCED_MOTION).matches
}

function onMotionChange(listener: () => void): () => void {
  const query = window.matchMedia(REDUCED_MOTION)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
