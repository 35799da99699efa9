import { useEffect, useState } from 'react'
import type { PageError } from './error-page.tsx'
import { asPageError } from './page-error.ts'

/**
 * What the server has reported about an incident: an error that reaches the browser itself has lost
 * everything but its location. A document has the report in its HTML, a navigation in the timing
 * header of its response, which is available a moment after the response.
 */
export function useReportedError(): PageError | null {
  const [reported, setReported] = useState(reportedByPage)

  useEffect(() => {
    if (reportedByPage()?.kind !== 'crash') return
    const observer = new PerformanceObserver((list) => {
      const answer = list
        .getEntries()
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .findLast((entry) => entry.initiatorType === 'fetch')
      const [timing] = answer?.serverTiming ?? []
      const found = asPageError(timing?.name, timing?.description)
      if (found) setReported(found)
    })
    observer.observe({ type: 'resource', buffered: true })
    return () => observer.disconnect()
  }, [])

  return reported
}

function reportedByPage(): PageError | null {
  if (typeof document === 'undefined') return null
  const page = document.querySelector<HTMLElement>('[data-error-kind]')
  return asPageError(page?.dataset.errorKind, page?.dataset.incident)
}
