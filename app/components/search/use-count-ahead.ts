import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import type { SearchScreen } from './search-screen.ts'
import { itemsInWords } from './search-words.ts'

const DELAY_MS = 300

/**
 * How many items the filters that are being chosen will find, as the label of the button. It works
 * even when they find none: the page then suggests what to change.
 */
export function useCountAhead({ found }: SearchScreen) {
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
  const counted = !hydrated ? null : isAhead ? fetcher.data?.screen?.found : found
  return {
    count,
    stop: () => clearTimeout(timer.current),
    text:
      counted?.total === 0 ? 'No items' : `Show ${itemsInWords(counted?.total ?? null) ?? 'items'}`,
  }
}
