import { useEffect } from 'react'

/**
 * Loads the scripts of a form that posts to another route: without them the router would reload the
 * page when there is no connection. They are only loaded, not run: in Firefox, a script that should
 * run but still loads fails when the page is left, and then the router reloads what somebody leaves.
 * @param paths separated by spaces
 */
export function useFormScripts(paths: string | undefined): void {
  useEffect(() => {
    for (const href of paths?.split(' ') ?? [])
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
      )
  }, [paths])
}
