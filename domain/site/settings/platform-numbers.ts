import type { PlatformNumberKey } from '#db/enums.ts'

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
  const { high_value_cents, high_value_rentals, gift_months } = platformNumbers
  return {
    high_value_cents: stored.high_value_cents ?? high_value_cents.usual,
    high_value_rentals: stored.high_value_rentals ?? high_value_rentals.usual,
    gift_months: stored.gift_months ?? gift_months.usual,
  }
}

export function isAllowedNumber(key: PlatformNumberKey, value: number): boolean {
  const { min, max } = platformNumbers[key]
  return Number.isInteger(value) && value >= min && value <= max
}
