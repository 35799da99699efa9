import { Button } from '#app/ui/button.tsx'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'

/** Prints the page; without scripts, browsers print by themselves. */
export function PrintButton() {
  const isHydrated = useHydrated()
  return (
    isHydrated && (
      <Button type="button" kind="secondary" onClick={() => window.print()}>
        Print
      </Button>
    )
  )
}
