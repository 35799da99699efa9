import { lazy, type ReactNode, Suspense } from 'react'
import { href, PrefetchPageLinks } from 'react-router'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { PaymentsLine } from './payments-line.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

// Few pages need it.
const Notices = lazy(async () => ({ default: (await import('./notices.tsx')).Notices }))

// The same element each time: what the server wrote would be removed until the script is there if
// the frame rendered another one meanwhile, and the page would jump.
const notices = (
  <Suspense>
    <Notices />
  </Suspense>
)

/** The frame of a page: its header, its footer and the skip links. */
export function StorefrontFrame({ children }: { children: ReactNode }) {
  const shell = useShell()
  const isHydrated = useHydrated()
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      {!shell.chargesMoney && <PaymentsLine />}
      <SiteHeader shell={shell} />
      {shell.hasNotices && notices}
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SiteFooter shell={shell} />
      {/* A like while offline needs this script to be loaded already. */}
      {isHydrated && shell.viewer && shell.viewer.accountType !== 'admin' && (
        <PrefetchPageLinks page={href('/likes')} />
      )}
    </div>
  )
}
