import { useNavigation } from 'react-router'

/** A thin line along the top while a page takes longer than 200 ms; the delay is the stylesheet's. */
export function ProgressBar() {
  const busy = useNavigation().state !== 'idle'
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-70 h-0.5">
      {busy && (
        <>
          <div className="progress-line h-full origin-left bg-primary-500" />
          <span className="sr-only">Loading</span>
        </>
      )}
    </div>
  )
}
