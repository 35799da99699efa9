import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import type { SearchScreen } from './search-screen.ts'
import { itemsInWords } from './search-words.ts'
import { withCountsOf } from './shown-filters.ts'

const DELAY_MS = 300

/**
 * How many items the filters that are being chosen will find: as the label of the button, which works
 * even when they find none, because the page then suggests what to change; and beside each filter.
 */
export function useCountAhead({ found, facets, instant }: SearchScreen) {
  const fetcher = useFetcher<{ readonly screen?: SearchScreen | null }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isAhead, setIsAhead] = useState(false)
  // Newly shown results have their own count.
  useEffect(() => {
    if (found) setIsAhead(false)
  }, [found])
  useEffect(() => () => clearTimeout(timer.current), [])

  function count(address: string) {
    clearTimeout(timer.current)
    setIsAhead(true)
    timer.current = setTimeout(() => void fetcher.load(address), DELAY_MS)
  }

  const hydrated = useHydrated()
  const ahead = isAhead ? fetcher.data?.screen : null
  const counted = !hydrated ? null : isAhead ? ahead?.found : found
  return {
    count,
    stop: () => clearTimeout(timer.current),
    facets: ahead ? withCountsOf(ahead.facets, facets) : facets,
    instant: instant && ahead?.instant ? { ...instant, count: ahead.instant.count } : instant,
    text:
      counted?.total === 0 ? 'No items' : `Show ${itemsInWords(counted?.total ?? null) ?? 'items'}`,
  }
}
