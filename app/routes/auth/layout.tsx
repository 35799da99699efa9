import { Outlet } from 'react-router'
import { PaymentsLine } from '#app/components/shell/payments-line.tsx'
import { Wordmark } from '#app/components/shell/wordmark.tsx'
import { useShell } from '#app/components/viewer/use-shell.ts'

/** Outside the main layout: a link home, the form, and on wide screens an image beside it. */
export default function Layout() {
  const { chargesMoney } = useShell()
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_min(50vw,50dvh)]">
      <div className="flex flex-col">
        {!chargesMoney && <PaymentsLine />}
        <header className="px-(--gutter) py-5">
          <Wordmark />
        </header>
        <main className="mx-auto flex w-full max-w-md flex-1 flex-col px-(--gutter) pt-10 pb-20 sm:justify-center sm:pt-6">
          <Outlet />
        </main>
      </div>
      <div className="auth-picture sticky top-0 h-dvh max-lg:hidden" aria-hidden="true" />
    </div>
  )
}
