import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** How often a page reloads while a job is running. */
const RELOAD_SECONDS = { withScript: 2, without: 5 }

/**
 * Keeps a page current while a job is running. Without a script the browser reloads it; a `Refresh`
 * header would also do so with a script, even after the person has gone on to another page.
 */
export function Reloads({ isRunning }: { isRunning: boolean }) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isRunning || state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), RELOAD_SECONDS.withScript * 1000)
    return () => clearTimeout(timer)
  }, [isRunning, state, revalidate])
  if (!isRunning) return null
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(RELOAD_SECONDS.without)} />
    </noscript>
  )
}
