import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * A thin line along the top while a page takes longer than 200 ms; the delay is the stylesheet's.
 * Who does not see the page hears that it loads, and the title of the one that came.
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

/** A browser reads out the first page by itself, and none that a script puts in its place. */
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
