import { useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { hasFailure, onFailure } from './failed-submission.ts'

/**
 * Changes with each page and each answer. A submission that failed and left the person on the page
 * changes nothing, although the router has navigated there again.
 */
export function usePageKey(): string {
  const { key, pathname, search } = useLocation()
  const hasFailed = useSyncExternalStore(onFailure, hasFailure, () => false)
  const path = pathname + search
  const [shown, setShown] = useState({ key, path, pageKey: key })
  if (shown.key === key) return shown.pageKey
  const pageKey = hasFailed && shown.path === path ? shown.pageKey : key
  setShown({ key, path, pageKey })
  return pageKey
}
