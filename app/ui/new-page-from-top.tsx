import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * Shows the page that a form leads to from its top. A form with `preventScrollReset` keeps its place
 * while its own page answers; the router would keep that place on any other page too.
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
