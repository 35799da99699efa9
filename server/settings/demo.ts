import type { DatabaseSettings } from './database.ts'
import type { Given } from './given.ts'
import { isForOthers } from './loopback.ts'

type Shop = {
  readonly database: DatabaseSettings
  readonly realPayments: boolean
  readonly publicUrl: string | null
}

/**
 * Whether this is a demo. With DATABASE_URL, or for visitors on other machines, it is one only if
 * that is requested.
 */
export function readDemo(
  given: Given,
  { database, realPayments, publicUrl }: Shop,
  wrong: string[],
): boolean {
  const value = given('SEED_DEMO')
  if (value !== null && value !== '0' && value !== '1') {
    wrong.push('SEED_DEMO must be 1 (add demo data at the first start) or 0 (do not).')
  }
  if (value === '1' && realPayments) {
    wrong.push(
      'SEED_DEMO=1 cannot be used with real payments: it adds accounts with a public password.',
    )
  }
  const isUsual = database.kind === 'embedded' && !isForOthers(publicUrl)
  return !realPayments && (isUsual || value === '1')
}
