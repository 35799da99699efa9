import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/postgres/database.ts'
import { centsBrought } from './credit-value.ts'

const { db } = await testDatabase()

test('a credit brought its part of the payment, less the fees of the payment provider', async () => {
  const { rows } = await sql<{ cents: number }>`
    select ${centsBrought} as cents from (values
      (1, 'one_time', 5000, 100), (2, 'subscription', 2900, 30), (3, 'gift', 20, 5), (4, 'grant', null, null)
    ) l (number, source, payment_cents, payment_credits) order by number`.execute(db)
  // 97.1% of $50 less 30 cents; 96.4% of $29 less 30 cents; less than the fees; not paid for.
  const expected = [48.25, 92.186_667, 0, 0]
  for (const [index, cents] of expected.entries()) expect(rows[index]?.cents).toBeCloseTo(cents, 5)
})
