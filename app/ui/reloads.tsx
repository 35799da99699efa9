import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** How often a page asks again while a job is at work. */
const RELOAD_SECONDS = { withScript: 2, without: 5 }

/**
 * Keeps a page current while a job is at work. Without a script the browser loads it again; a header
 * `Refresh` would do that with a script too, even after the person has gone on to another page.
 */
export function Reloads({ isAtWork }: { isAtWork: boolean }) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isAtWork || state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), RELOAD_SECONDS.withScript * 1000)
    return () => clearTimeout(timer)
  }, [isAtWork, state, revalidate])
  if (!isAtWork) return null
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(RELOAD_SECONDS.without)} />
    </noscript>
  )
}
