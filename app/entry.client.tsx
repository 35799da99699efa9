import { StrictMode, startTransition, use } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { supportBrowserTranslation } from '#app/ui/browser-translation.ts'

supportBrowserTranslation()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RenderedPage />
    </StrictMode>,
  )
})

/** Does not hydrate a page whose address is already another one: `deferScripts` reloads it. */
function RenderedPage() {
  if (document.documentElement.dataset.leaving !== undefined) use(never)
  return <HydratedRouter />
}

const never = new Promise<never>(() => {})
