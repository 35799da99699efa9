import { useContext, useEffect } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, isRouteErrorResponse } from 'react-router'

/** While two versions of the server run, the old one can answer a reload. */
const MIN_RELOAD_INTERVAL_MS = 60_000

/**
 * A tab opened before an update of the site can fail on data or scripts of the new version. After
 * an error that is not a response of the server, this asks the server whether its version has
 * changed, and if so reloads the tab, unless it was loaded within the last minute.
 */
export function useReloadAfterUpdate(error: unknown): void {
  const version = useContext(FrameworkContext)?.manifest.version
  useEffect(() => {
    if (isRouteErrorResponse(error) || performance.now() < MIN_RELOAD_INTERVAL_MS) return
    // React Router's own address: it sets this header for a tab with another version.
    fetch(`/__manifest?paths=%2F&version=${version}`, { cache: 'no-store' }).then(
      ({ headers }) => headers.has('X-Remix-Reload-Document') && location.reload(),
      // Without a connection, the person can reload with the button of the page.
      () => {},
    )
  }, [error, version])
}
