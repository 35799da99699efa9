import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { Link } from '#app/ui/link.tsx'
import { classNames } from './class-names.ts'
import { CloseIcon } from './icons.tsx'
import { lazyPart } from './parts/lazy-part.ts'
import {
  dismissToast,
  onToasts,
  type ShownToast,
  shownToasts,
  showToast,
  type Toast,
} from './toast-list.ts'

const SHOWN_FOR_MS = 5000
/** An offer to undo stays long enough to be read and reached. */
const OFFER_SHOWN_FOR_MS = 20_000

const MARKS: Readonly<Record<Toast['type'], string>> = {
  success: 'bg-success',
  error: 'bg-danger',
  info: 'bg-info',
}

// The first pages have no such offers, and do not load the scripts of forms.
const PostedOffer = lazyPart(() => import('./posted-offer.tsx'), 'PostedOffer')

const noToasts: readonly ShownToast[] = []

/**
 * Toasts, in the middle of the bottom edge: lists have their actions at the right, forms at the
 * left. Without a script the server's toast is shown there and stays.
 */
export function Toasts({ fromServer }: { fromServer: ShownToast | null }) {
  const hydrated = useHydrated()
  const toasts = useSyncExternalStore(onToasts, shownToasts, () => noToasts)

  useEffect(() => {
    if (fromServer) showToast(fromServer, fromServer.id)
  }, [fromServer])

  const visible = hydrated || !fromServer ? toasts : [fromServer]
  return (
    <section
      aria-label="Messages"
      aria-live="polite"
      className="toasts pointer-events-none fixed inset-x-4 bottom-4 z-80 flex flex-col items-center gap-2"
    >
      {visible.map((toast) => (
        <ToastBox key={toast.id} toast={toast} closable={hydrated} />
      ))}
    </section>
  )
}

function ToastBox({ toast, closable }: { toast: ShownToast; closable: boolean }) {
  useEffect(() => {
    const shownFor = toast.link ? OFFER_SHOWN_FOR_MS : SHOWN_FOR_MS
    const timer = setTimeout(() => dismissToast(toast.id), shownFor)
    return () => clearTimeout(timer)
  }, [toast.id, toast.link])

  return (
    <div className="pointer-events-auto flex w-full max-w-96 animate-[rise_220ms_var(--ease-out)] items-center gap-3 rounded-control border border-line bg-sheet py-2 pr-1 pl-4 shadow-[0_0.75rem_2.5rem_rgb(29_25_22/0.16)]">
      <span
        aria-hidden="true"
        className={classNames('size-2 shrink-0 rounded-full', MARKS[toast.type])}
      />
      <p
        role={toast.type === 'error' ? 'alert' : undefined}
        className="flex-1 py-2 pr-3 text-[0.9375rem] leading-snug"
      >
        {toast.text}
        {toast.link && !toast.link.fields && (
          <>
            {' '}
            <Link
              to={toast.link.to}
              preventScrollReset
              className="inline-flex min-h-11 items-center px-1 text-link md:min-h-7"
            >
              {toast.link.text}
            </Link>
          </>
        )}
      </p>
      {toast.link?.fields && (
        <Suspense>
          <PostedOffer offer={toast.link} />
        </Suspense>
      )}
      {closable && (
        <button
          type="button"
          aria-label="Dismiss"
          className="grid size-11 shrink-0 place-items-center rounded-control text-soft hover:text-ink"
          onClick={() => dismissToast(toast.id)}
        >
          <CloseIcon width="16" height="16" />
        </button>
      )}
    </div>
  )
}
