import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * A thin line along the top while a page takes longer than 200 ms; the delay is in the stylesheet.
 * Screen readers hear that it is loading, and the title of the new page.
 */
export function ProgressBar() {
  const busy = useNavigation().state !== 'idle'
  const title = useTitleOfNextPages()
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-70 h-0.5">
      {busy && <div className="progress-line h-full origin-left bg-accent" />}
      <span className="sr-only">{busy ? 'Loading' : title}</span>
    </div>
  )
}

/** A screen reader reads out the first page by itself, but not a page changed by a script. */
function useTitleOfNextPages(): string {
  const { pathname } = useLocation()
  const known = useRef(pathname)
  const [title, setTitle] = useState('')

  useEffect(() => {
    if (known.current === pathname) return
    known.current = pathname
    setTitle(document.title)
  }, [pathname])

  return title
}
