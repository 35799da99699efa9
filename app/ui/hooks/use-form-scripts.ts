import { useEffect } from 'react'
import { preloadModule } from 'react-dom'

/**
 * Loads the scripts of a form that posts to another route: without them the router would reload the
 * page when there is no connection. They are only loaded, not run: in Firefox, a script that should
 * run but still loads fails when the page is left, and then the router reloads what somebody leaves.
 */
export function useFormScripts(scripts: readonly string[] | undefined): void {
  useEffect(() => {
    for (const src of scripts ?? []) preloadModule(src, { as: 'script' })
  }, [scripts])
}
