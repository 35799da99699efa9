import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** How often a page asks again while a job is at work; without a script by the header `Refresh`. */
export const RELOAD_SECONDS = { withScript: 2, without: 5 }

export function useReloads(isAtWork: boolean) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!isAtWork || state !== 'idle') return
    const timer = setTimeout(() => void revalidate(), RELOAD_SECONDS.withScript * 1000)
    return () => clearTimeout(timer)
  }, [isAtWork, state, revalidate])
}
