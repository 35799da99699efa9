import { type Db, inTransaction } from '#db/connection.ts'
import type { Jobs } from '#db/jobs.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { pages } from '#domain/shared/pages.ts'
import { paidPartsOf } from './own-checkout.ts'
import { causesOf, refusedInWords, refusedTitle } from './refused-words.ts'

/**
 * The job behind a payment whose rental could not be requested: one email, however often it runs.
 */
export async function notifyAboutRefusedCheckout(
  db: Db,
  { orderId }: Jobs['tell-about-refused-checkout'],
  { origin }: { readonly origin: string },
  now: Date,
): Promise<void> {
  const rows = await db
    .selectFrom('rental_checkouts as c')
    .innerJoin('clothing_items as i', 'i.id', 'c.item_id')
    .innerJoin('user_profiles as p', 'p.id', 'c.shopper_id')
    .select(['i.title', 'c.start_date as start', 'c.end_date as end'])
    .select(['c.status', 'c.problem', 'c.together'])
    .select(['p.id', 'p.full_name', 'p.email'])
    .where('c.order_id', '=', orderId)
    .where('p.deleted_at', 'is', null)
    .orderBy('c.pieces_after', 'desc')
    .execute()
  const refused = rows.flatMap(({ title, start, end, status, problem }) =>
    status === 'refused' && problem !== null ? [{ title, start, end, problem }] : [],
  )
  const [found] = rows
  const [first] = causesOf(refused)
  if (!found || !first) return
  const { start, end } = first
  const bag = { together: found.together, hasRentals: refused.length < rows.length, refused }
  const message = {
    template: 'checkout-refused',
    greeting: hello(found.full_name),
    subject: refusedTitle(bag),
    paragraphs: refusedInWords({ ...bag, paid: await paidPartsOf(db, orderId) }),
    button: {
      text: 'See what is free on these dates',
      url: `${origin}${pages.search}?${new URLSearchParams({ start, end })}`,
    },
  }
  const recipient = { to: found.email, recipientId: found.id }
  const messageKey = `checkout-refused-${orderId}`
  await inTransaction(db, (tx) => notify(tx, { ...message, ...recipient, messageKey }, now))
}
