import type { PersonId } from '#db/ids.ts'
import { resolveRefund, retryRefund } from '#domain/money/checkout/refunding/manual-refunds.ts'
import { refundPurchase } from '#domain/money/checkout/refunding/refund-purchase.ts'
import { makeRefund } from '#domain/money/checkout/refunding/refunds.ts'
import { undoPurchase } from '#domain/money/checkout/refunding/undo-purchase.ts'
import { handledEventTypes, processEvent, receiveEvent } from '#domain/money/events/events.ts'
import { reconcile } from '#domain/money/events/reconcile.ts'
import { makeTransfer, untriedTransfers } from '#domain/money/payouts/payouts.ts'
import { grantDueMonths } from '#domain/money/plans/grants.ts'
import { newId } from '#domain/shared/ids.ts'
import { changeOf, learnFrom } from './directory.ts'
import { countRefund, owedOfDeposit } from './model/deposits.ts'
import { creditsOf, endRefused, handle, reconcileModel, requestRefunds } from './model/handling.ts'
import { endDispute, refundPayment } from './model/provider.ts'
import {
  canRetryRefund,
  countLess,
  offerOf,
  owedWithoutCredits,
  refundPurchase as refundModel,
  retry,
  take,
} from './model/purchase-refunds.ts'
import { type Change, count, type Model, type Refund } from './model/state.ts'
import { grantDue } from './model/subscriptions.ts'
import { makeUntried } from './model/transfers.ts'
import { type Action, note, outcomeCode, type Simulation, same } from './simulation.ts'
import type { Webhook } from './webhooks.ts'

/** Takes what the provider has sent since the last call, as mail on its way to us. */
export async function takeWebhooks({
  world,
  model,
  random,
  known,
  mail,
}: Simulation): Promise<void> {
  const webhooks = await world.takeWebhooks()
  learnFrom(known, model, webhooks)
  // A few events that change nothing are enough.
  mail.push(...webhooks.filter(({ type }) => handledEventTypes.includes(type) || random.oneIn(20)))
}

/** Everything that the provider has sent arrives; what was lost is sent again. */
export async function deliver(play: Simulation): Promise<void> {
  await takeWebhooks(play)
  while (play.mail.length + play.lost.length > 0) {
    const arriving = play.random.shuffle([...play.lost.splice(0), ...play.mail.splice(0)])
    for (const webhook of arriving) await handleOne(play, webhook)
    await takeWebhooks(play)
  }
}

/** Delivers webhooks: late, in any order, some twice and some never. */
export const handleWebhooks: Action = async (play) => {
  const { random } = play
  const arriving = random.shuffle(play.mail).slice(0, random.between(1, 25))
  play.mail = play.mail.filter((webhook) => !arriving.includes(webhook))
  const again = random.oneIn(2) ? random.shuffle(play.handled.slice(-60)).slice(0, 5) : []
  for (const webhook of random.shuffle([...arriving, ...again])) {
    if (arriving.includes(webhook) && random.oneIn(20)) {
      note(play, `${webhook.type} is lost`)
      play.lost.push(webhook)
    } else await handleOne(play, webhook)
  }
  const change = [...arriving, ...again].flatMap(
    (one) => changeOf(play.known, play.model, one) ?? [],
  )
  return arriving.length + again.length > 0 ? [...new Set(change.map(ownerOf))] : null
}

function ownerOf(change: Change): PersonId {
  switch (change.about) {
    case 'order':
      return change.order.owner
    case 'sub':
      return change.sub.owner
    case 'refund':
      return change.refund.payment.owner
    case 'account':
      return change.account.owner
    case 'transfer':
      return change.transfer.owner
    case 'bank payout':
      return change.payout.account.owner
    default:
      return change.payment.owner
  }
}

let received = 0

async function handleOne(play: Simulation, webhook: Webhook): Promise<void> {
  const { world, model, known, handled, processed } = play
  const { db, stripe, clock } = world
  note(play, `${webhook.type} ${webhook.id} is heard`)
  const change = changeOf(known, model, webhook)
  // Each arrives at a different time, so that their order is unambiguous.
  const at = new Date(clock.now().getTime() + (received++ % 1000))
  same('the signature', await receiveEvent(db, stripe, webhook.body, webhook.signature, at), true)
  handled.push(webhook)
  if (handled.length > 200) handled.shift()
  const expected = !change || processed.has(webhook.id) ? 'done' : handle(model, change)
  const answered = await processEvent(db, stripe, webhook.id, clock.now()).then(
    () => 'done',
    (error: Error) => {
      if (!/is not fulfilled yet/.test(error.message)) throw error
      return 'later'
    },
  )
  same(webhook.type, answered, expected)
  if (expected === 'done') {
    processed.add(webhook.id)
    model.waiting.delete(webhook.id)
  } else if (change) model.waiting.set(webhook.id, change)
}

export const reconcileAll: Action = async (play) => {
  const { world, model } = play
  note(play, 'the reconciler runs')
  await reconcile(world.db, world.stripe, world.clock.now())
  for (const id of model.waiting.keys()) play.processed.add(id)
  reconcileModel(model)
  for (const id of model.waiting.keys()) play.processed.delete(id)
  return 'everybody'
}

export const restart: Action = async (play) => {
  note(play, 'the process dies and begins anew')
  await play.world.restart()
  const touched = await reconcileAll(play)
  await grantDueMonths(play.world.db, play.world.clock.now())
  grantDue(play.model)
  return touched
}

/** Runs the jobs that commands have queued. */
export const runJobs: Action = async (play) => {
  const { db, stripe, clock } = play.world
  note(play, 'jobs are done')
  const unasked = () =>
    db
      .selectFrom('refunds')
      .select('id')
      .where('status', '=', 'pending')
      .where('stripe_refund_id', 'is', null)
      .orderBy('id')
      .executeTakeFirst()
  // After one refund has been requested, the next one may follow.
  for (let next = await unasked(); next; next = await unasked())
    await makeRefund(db, stripe, next.id, clock.now())
  const refused = await db
    .selectFrom('credit_subscriptions')
    .select('stripe_subscription_id')
    .where('refused_at', 'is not', null)
    .execute()
  for (const one of refused) await stripe.subscriptions.end(one.stripe_subscription_id)
  for (const id of await untriedTransfers(db)) await makeTransfer(db, stripe, id, clock.now())
  requestRefunds(play.model)
  endRefused(play.model)
  makeUntried(play.model)
  return 'everybody'
}

/** Decides a dispute by its evidence, as in the provider's test mode. */
export const decideDispute: Action = async (play) => {
  const { world, model, random, known } = play
  const payment = random.one(model.payments.filter(({ dispute }) => dispute?.state === 'open'))
  if (!payment?.dispute) return null
  const isWon = random.oneIn(2)
  note(play, `a dispute of ${payment.owner} is ${isWon ? 'won' : 'lost'}`)
  const intent = known.idsOfPayments.get(payment) ?? ''
  const { data } = await world.dashboard.disputes.list({ payment_intent: intent })
  const evidence = { uncategorized_text: isWon ? 'winning_evidence' : 'losing_evidence' }
  await world.dashboard.disputes.update(data[0]?.id ?? '', { evidence, submit: true })
  endDispute(payment.dispute, isWon ? 'won' : 'lost')
  return [payment.owner]
}

export const refundInDashboard: Action = async (play) => {
  const { world, model, random, known } = play
  const payment = random.one(
    model.payments.slice(-40).filter((one) => !one.disputed && one.refunded < one.cents),
  )
  if (!payment) return null
  const left = payment.cents - payment.refunded
  const amount = random.oneIn(2) ? left : random.between(1, left)
  note(play, `${amount} cents of ${payment.owner} are refunded in the dashboard`)
  const payment_intent = known.idsOfPayments.get(payment) ?? ''
  await world.dashboard.refunds.create({ payment_intent, amount })
  refundPayment(model, payment, amount, null)
  return [payment.owner]
}

/** An admin refunds the unspent credits of a pack or a gift, or some of them. */
export const refundBought: Action = async (play) => {
  const { world, model, random } = play
  const orders = model.orders.filter((one) => one.payment && one.status === 'fulfilled')
  const such = orders.filter(({ product }) => product === 'one_time' || product === 'gift')
  const order = random.one(such.slice(-60))
  if (!order?.payment) return null
  const bought = creditsOf(order.payment)
  const whole = offerOf(model, order, bought)
  const isPart = whole !== null && whole.credits > 1 && random.between(1, 5) <= 2
  const credits: number | 'all' = isPart ? random.between(1, whole.credits) : 'all'
  // As many credits as are unspent are all of them, with their code.
  const isAll = credits === (whole?.credits ?? 0) + (whole?.code ? 50 : 0)
  const offer = isAll ? whole : offerOf(model, order, bought, credits)
  const { db, admin, clock } = world
  const cents = whole?.cents ?? order.payment.cents
  note(play, `an admin refunds ${credits} credits of ${order.id}, seeing ${cents} cents`)
  const what = { personId: order.owner, orderId: order.id, cents, credits, reason: 'Sorry.' }
  const answered = await refundPurchase(db, admin, what, clock.now())
  const refusal = whole ? 'not-so-many' : 'amount-changed'
  same('refunding a purchase', outcomeCode(answered), offer ? 'done' : refusal)
  if (answered.ok) same('its cents', answered.value.cents, offer?.cents ?? 0)
  if (offer) {
    refundModel(model, order, offer)
    if (isPart) count(model, 'part of a purchase refunded')
  }
  return [order.owner]
}

/** The buyer of packs undoes the purchase. */
export const undoBought: Action = async (play) => {
  const { world, model, random } = play
  const packs = model.orders.filter((one) => one.payment && one.product === 'one_time')
  const order = random.one(packs.slice(-12))
  if (!order?.payment) return null
  const { payment } = order
  const all = creditsOf(payment)
  const offer = offerOf(model, order, all)
  const isWhole = offer?.cents === payment.cents && offer.credits === all
  const isInTime = model.now < (order.paidAt ?? 0) + 24 * 3_600_000
  const isUndone = order.refunds.some(
    ({ status, purchase }) => status !== 'failed' && purchase?.credits === all,
  )
  const { db, clock, people, crowd } = world
  const buyer = [...people, ...crowd].find(({ id }) => id === order.owner)
  if (!buyer) return null
  note(play, `${order.owner} undoes ${order.id}`)
  const answered = await undoPurchase(db, buyer, order.id, clock.now())
  const expected = isUndone || (offer && isWhole && isInTime) ? 'done' : 'not-undoable'
  same('undoing a purchase', outcomeCode(answered), expected)
  if (!isUndone && offer && isWhole && isInTime) {
    refundModel(model, order, offer)
    count(model, 'purchase undone')
  }
  return [order.owner]
}

/** An admin resolves a failed refund. */
export const resolveFailedRefund: Action = async (play) => {
  const { world, model, random } = play
  const refund = random.one(model.refunds.slice(-40).filter(({ status }) => status === 'failed'))
  if (!refund) return null
  const rows = await world.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', refund.order.id)
    .orderBy('id')
    .execute()
  const refundId = rows[refund.order.refunds.indexOf(refund)]?.id ?? newId()
  const manually = random.oneIn(2)
  note(play, `refund ${refundId} is ${manually ? 'resolved manually' : 'tried again'}`)
  const { db, admin, clock } = world
  const cents = owedOf(model, refund)
  const answered = manually
    ? await resolveRefund(db, admin, { refundId, cents, note: 'A check.' }, clock.now())
    : await retryRefund(db, admin, refundId, clock.now())
  same('mending a refund', outcomeCode(answered), expectedResolution(model, refund, manually))
  return [refund.order.owner]
}

/** The cents still owed of a failed refund; zero or less if nothing is. */
function owedOf(model: Model, refund: Refund): number {
  const { deposit, purchase, order, cents } = refund
  if (deposit) return owedOfDeposit(model, deposit, refund)
  if (purchase?.staysRevoked) return owedWithoutCredits(model, refund)
  if (purchase || !order.payment) return cents
  const back = order.refunds.filter(({ status }) => status !== 'failed')
  const taken = back.reduce((sum, one) => sum + one.cents, order.payment.taken)
  return Math.min(cents, order.payment.cents - taken)
}

function expectedResolution(model: Model, refund: Refund, manually: boolean): string {
  const { deposit, order } = refund
  const cents = owedOf(model, refund)
  if (refund.retried) return 'nothing-to-do'
  if (cents <= 0) return 'nothing-left'
  if (!canRetryRefund(model, refund)) return 'nothing-left'
  if (manually) {
    if (refund.purchase?.staysRevoked) countLess(refund, cents)
    else take(model, refund)
    refund.cents = cents
    refund.status = 'succeeded'
    refund.resolvedManually = true
    if (deposit) countRefund(model, deposit, cents)
    return 'done'
  }
  const isUnderWay = order.refunds.some(({ status }) => status === 'pending')
  if ((deposit || refund.purchase) && isUnderWay) return 'another-under-way'
  refund.retried = true
  retry(model, refund, cents)
  return 'done'
}
