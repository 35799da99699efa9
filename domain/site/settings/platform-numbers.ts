import { type PlatformNumberKey, platformNumberKeys } from '#db/enums.ts'
import { recordBy } from '#domain/shared/records.ts'

/** Whole numbers that admins change, as stored in `platform_numbers`. */
export const platformNumbers = {
  high_value_cents: { usual: 50_000, min: 100, max: 10_000_000 },
  high_value_rentals: { usual: 3, min: 1, max: 100 },
  gift_months: { usual: 3, min: 1, max: 120 },
} as const satisfies Readonly<
  Record<PlatformNumberKey, { readonly usual: number; readonly min: number; readonly max: number }>
>

export type PlatformNumbers = Readonly<Record<PlatformNumberKey, number>>

/** The stored numbers, with defaults for missing ones. */
export function platformNumbersFrom(stored: Partial<PlatformNumbers>): PlatformNumbers {
  return recordBy(
    platformNumberKeys,
    (key) => key,
    (key) => stored[key] ?? platformNumbers[key].usual,
  )
}

export function isAllowedNumber(key: PlatformNumberKey, value: number): boolean {
  const { min, max } = platformNumbers[key]
  return Number.isInteger(value) && value >= min && value <= max
}
