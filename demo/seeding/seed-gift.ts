import { claimGiftCode } from '#domain/money/gifts/gifts.ts'
import { sharedCard } from './demo-cards.ts'
import type { DemoContext } from './demo-context.ts'
import { buyDemoCredits, demoShopper, type SandboxFetch } from './demo-payments.ts'
import { shopperEmail } from './seed-people.ts'

/** A gift between two accounts that pay with one card, which admins see under Signals. */
export async function seedGift(
  context: Pick<DemoContext, 'db' | 'stripe' | 'origin'>,
  ask: SandboxFetch,
  now: Date,
): Promise<void> {
  const { db } = context
  const buyer = await demoShopper(db, shopperEmail(sharedCard.buyer))
  const claimer = await demoShopper(db, shopperEmail(sharedCard.claimer))
  const gift = { product: 'gift', recipientEmail: claimer.email } as const
  await buyDemoCredits(context, ask, buyer, gift, now)
  const { code, claimed } = await db
    .selectFrom('gift_codes')
    .select(['code', 'claimed'])
    .where('buyer_id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  if (claimed) return
  const answer = await claimGiftCode(db, claimer, code, now)
  if (!answer.ok) throw new Error(`the demo's gift: ${answer.problem.reason}`)
}
