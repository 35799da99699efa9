import { type ReactNode, Suspense } from 'react'
import { useFormScripts } from '#app/components/viewer/use-form-scripts.ts'
import { useShell } from '#app/components/viewer/use-shell.ts'
import { lazyPart } from '#app/ui/parts/lazy-part.ts'
import { PaymentsLine } from './payments-line.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

// Few pages need it.
const Notices = lazyPart(() => import('./notices.tsx'), 'Notices')

/**
 * The frame of a page: its header, its footer and the skip links. It is not rendered again when it is
 * hydrated: what is lazy in it would disappear until its script has arrived.
 */
export function StorefrontFrame({ children }: { children: ReactNode }) {
  const shell = useShell()
  useFormScripts(shell.likeScripts)
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      {!shell.chargesMoney && <PaymentsLine />}
      <SiteHeader shell={shell} />
      {shell.hasNotices && (
        <Suspense>
          <Notices />
        </Suspense>
      )}
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SiteFooter shell={shell} />
    </div>
  )
}
