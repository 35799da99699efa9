import type { PlatformNumberKey } from '#db/enums.ts'

/**
 * Whole numbers that admins change, as stored in `platform_numbers`. Without a number of months,
 * gift credits never expire.
 */
export const platformNumbers = {
  high_value_cents: { usual: 50_000, min: 100, max: 10_000_000 },
  high_value_rentals: { usual: 3, min: 1, max: 100 },
  gift_months: { usual: 3, min: 1, max: 120 },
} as const satisfies Readonly<
  Record<PlatformNumberKey, { readonly usual: number; readonly min: number; readonly max: number }>
>

export type PlatformNumbers = Readonly<
  Record<Exclude<PlatformNumberKey, 'gift_months'>, number> & { gift_months: number | null }
>

/** The stored numbers, with defaults for missing ones. */
export function platformNumbersFrom(
  stored: Readonly<Partial<Record<PlatformNumberKey, number | null>>>,
): PlatformNumbers {
  const { high_value_cents, high_value_rentals, gift_months } = platformNumbers
  return {
    high_value_cents: stored.high_value_cents ?? high_value_cents.usual,
    high_value_rentals: stored.high_value_rentals ?? high_value_rentals.usual,
    gift_months: stored.gift_months === undefined ? gift_months.usual : stored.gift_months,
  }
}

export function isAllowedNumber(key: PlatformNumberKey, value: number | null): boolean {
  if (value === null) return key === 'gift_months'
  const { min, max } = platformNumbers[key]
  return Number.isInteger(value) && value >= min && value <= max
}
