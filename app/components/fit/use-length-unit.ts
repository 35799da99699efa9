import { useShell } from '#app/components/viewer/use-shell.ts'
import type { LengthUnit } from '#domain/accounts/sizes/lengths.ts'

/** The unit in which the viewer reads lengths. */
export function useLengthUnit(): LengthUnit {
  return useShell().lengthUnit
}
