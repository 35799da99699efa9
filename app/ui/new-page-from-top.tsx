import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * Scrolls to the top of the page that a form redirects to. A form with `preventScrollReset` keeps
 * the scroll position while its own page answers; the router would keep it on any other page too.
 */
export function NewPageFromTop() {
  const { pathname, hash } = useLocation()
  const { formMethod, location } = useNavigation()
  const shown = useRef(pathname)
  const posted = useRef<string | null>(null)

  useEffect(() => {
    if (formMethod && formMethod !== 'GET') posted.current = location?.pathname ?? null
  }, [formMethod, location])

  useLayoutEffect(() => {
    if (shown.current === pathname) return
    if (posted.current === pathname && !hash) window.scrollTo(0, 0)
    shown.current = pathname
    posted.current = null
  }, [pathname, hash])

  return null
}
