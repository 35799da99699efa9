import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'

/**
 * Loads the scripts of a form that posts to another route: without them the router would reload the
 * page when there is no connection. They are only loaded, not run: in Firefox, a script that should
 * run but still loads fails when the page is left, and then the router reloads what somebody leaves.
 */
export function FormScripts({ of }: { of: readonly string[] | undefined }) {
  const isHydrated = useHydrated()
  return isHydrated && of?.map((src) => <link key={src} rel="modulepreload" href={src} />)
}
