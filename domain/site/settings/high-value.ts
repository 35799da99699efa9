import { sql } from 'kysely'
import type { PersonId } from '#db/ids.ts'
import { platformNumbers } from './platform-numbers.ts'

export type NotYetTrusted = {
  readonly reason: 'not-yet-trusted'
  /** How many completed rentals the item needs. */
  readonly rentals: number
}

/**
 * SQL: how many completed rentals the item `i` needs, if this person has fewer; null if they can
 * rent it. A null person is a visitor, without rentals. Checking an item without a value costs
 * nothing.
 */
export function rentalsNeeded(personId: PersonId | null) {
  const max = sql.lit(platformNumbers.high_value_rentals.max)
  return sql<number | null>`case when i.replacement_value_cents is not null then (
    select needed.setting_value from platform_numbers high, platform_numbers needed
    where high.setting_key = 'high_value_cents' and needed.setting_key = 'high_value_rentals'
      and i.replacement_value_cents >= high.setting_value
      and needed.setting_value > (select count(*) from (select from rentals past
        where past.renter_id = ${personId}::uuid and past.status = 'completed' limit ${max}) completed)
  ) end`
}
