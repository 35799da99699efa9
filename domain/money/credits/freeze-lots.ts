import type { Tx } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import { newId } from '#domain/shared/ids.ts'
import { beginOperation } from './operation.ts'
import { lotsOfPayment } from './payment-lots.ts'

/**
 * Freezes the credits that a payment bought while it is disputed, or releases them (`null`).
 * Credits that a friend has claimed from a gift are not affected. Part of a command that has locked
 * the wallet; `key` names the dispute. Returns how many credits changed state.
 */
export async function freezeLots(
  tx: Tx,
  of: { readonly userId: PersonId; readonly paymentIntent: string; readonly key: string },
  frozenAt: Date | null,
  now: Date,
): Promise<number> {
  const changed = await lotsOfPayment(tx, of)
    .set({ frozen_at: frozenAt })
    .where('frozen_at', frozenAt ? 'is' : 'is not', null)
    .returning(['available'])
    .execute()
  const credits = changed.reduce((sum, lot) => sum + lot.available, 0)
  if (credits === 0) return 0
  const [kind, held] = frozenAt ? (['hold', credits] as const) : (['release', -credits] as const)
  await beginOperation(
    tx,
    kind,
    { ...of, key: `${kind}:${of.key}:${newId()}` },
    { amount: 0, held },
    now,
  )
  return credits
}
