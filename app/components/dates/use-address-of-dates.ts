import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

/**
 * Stores the chosen dates in the address, so that Back from another page, a reload and a copied
 * link still have them. Written without the router, whose data does not depend on them. A page
 * restored from the browser's memory reloads its data: it may have been paid for, or rented, in the
 * meantime.
 */
export function useAddressOfDates(start: CalendarDate | null, end: CalendarDate | null): void {
  const navigate = useNavigate()
  const { key } = useLocation()

  // After each response too: the router restores the address that the form was posted to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the navigation
  useEffect(() => {
    const url = new URL(window.location.href)
    const before = url.href
    for (const [name, day] of Object.entries({ start, end })) {
      if (day) url.searchParams.set(name, day)
      else url.searchParams.delete(name)
    }
    if (url.href !== before) window.history.replaceState(window.history.state, '', url)
  }, [start, end, key])

  useEffect(() => {
    const askAgain = (event: PageTransitionEvent) => {
      const { pathname, search } = window.location
      if (event.persisted)
        void navigate(pathname + search, { replace: true, preventScrollReset: true })
    }
    window.addEventListener('pageshow', askAgain)
    return () => window.removeEventListener('pageshow', askAgain)
  }, [navigate])
}
