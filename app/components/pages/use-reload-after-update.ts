import { useContext, useEffect } from 'react'
import { UNSAFE_FrameworkContext as FrameworkContext, isRouteErrorResponse } from 'react-router'

/** While servers of two versions run, a reload can be answered by the old one. */
const AGAIN_AFTER_MS = 60_000

/**
 * A tab opened before an update of the site can fail on data or scripts of the new version. After an
 * error that is not an answer of the server, the server is asked whether its version is another one,
 * and the tab is reloaded if so, unless it was loaded within the last minute.
 */
export function useReloadAfterUpdate(error: unknown): void {
  const version = useContext(FrameworkContext)?.manifest.version
  useEffect(() => {
    if (isRouteErrorResponse(error) || performance.now() < AGAIN_AFTER_MS) return
    // React Router's own address, which answers like this to a tab with another version.
    fetch(`/__manifest?paths=%2F&version=${version}`, { cache: 'no-store' }).then(
      ({ headers }) => headers.has('X-Remix-Reload-Document') && location.reload(),
      // Without a connection the button of the page reloads it.
      () => {},
    )
  }, [error, version])
}
