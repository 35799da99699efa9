import { useEffect } from 'react'

/**
 * Reloads a private page that Back restores from memory: its person may have signed out since. Over
 * HTTPS, browsers do not keep such pages; over HTTP, which is for trials, Safari does.
 */
export function useReloadWhenRestored(): void {
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) location.reload()
    }
    addEventListener('pageshow', shown)
    return () => removeEventListener('pageshow', shown)
  }, [])
}
