import { useEffect } from 'react'

/**
 * Loads the scripts of a form that posts to another route: without them the router would reload the
 * page when there is no connection. They are only loaded, not run: in Firefox, a script that should
 * run but still loads fails when the page is left, and then the router reloads what somebody leaves.
 */
export function useFormScripts(scripts: readonly string[] = []): void {
  const paths = scripts.join(' ')
  useEffect(() => {
    for (const href of paths.match(/\S+/g) ?? [])
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
      )
  }, [paths])
}
