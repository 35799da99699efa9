import { useEffect, useState } from 'react'
import { asTrouble } from './trouble-of.ts'
import type { Trouble } from './trouble-page.tsx'

/**
 * What the server has told about an incident, for the browser: an error that reaches it has lost
 * everything but its place. A page tells it in its HTML, a navigation in its answer's timing header,
 * which is known a moment after the answer.
 */
export function useReportedTrouble(): Trouble | null {
  const [reported, setReported] = useState(reportedByPage)

  useEffect(() => {
    if (reportedByPage()?.kind !== 'crash') return
    const observer = new PerformanceObserver((list) => {
      const answer = list
        .getEntries()
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .findLast((entry) => entry.initiatorType === 'fetch')
      const [timing] = answer?.serverTiming ?? []
      const found = asTrouble(timing?.name, timing?.description)
      if (found) setReported(found)
    })
    observer.observe({ type: 'resource', buffered: true })
    return () => observer.disconnect()
  }, [])

  return reported
}

function reportedByPage(): Trouble | null {
  if (typeof document === 'undefined') return null
  const page = document.querySelector<HTMLElement>('[data-trouble]')
  return asTrouble(page?.dataset.trouble, page?.dataset.incident)
}
