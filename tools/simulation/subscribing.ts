import type { PersonId } from '#db/ids.ts'
import {
  downgrade,
  keepPlan,
  openPortal,
  payDue,
  quoteUpgrade,
  resumePlan,
  upgrade,
} from '#domain/money/plans/change-plan.ts'
import { changeCard, changeToAnnual, payOpen } from './model/provider.ts'
import type { Card, Model, Plan, Sub } from './model/state.ts'
import { knownLive, syncSub } from './model/subscriptions.ts'
import { type Action, note, outcomeCode, type Simulation, same } from './simulation.ts'

function subscriber({ world, model, random }: Simulation) {
  const [some] = random.shuffle(world.people.filter(({ id }) => knownLive(model, id)))
  return some
}

function whyNotChange(model: Model, owner: PersonId, to: Plan): Sub | string {
  const sub = knownLive(model, owner)
  if (!sub?.known) return 'no-subscription'
  if (sub.known.plan === to || sub.known.pending === to) return 'already-on-plan'
  return sub.known.status === 'past_due' ? 'payment-due' : sub
}

export const upgradePlan: Action = async (play) => {
  const { world, model } = play
  const person = subscriber(play)
  if (!person) return null
  note(play, `${person.fullName} upgrades`)
  const { db, stripe, clock } = world
  const quote = await quoteUpgrade(db, person, stripe, clock.now())
  const found = whyNotChange(model, person.id, 'subscription_annual')
  if (!quote.ok) {
    const refused = typeof found === 'string' ? found : 'payments-refused'
    same('quoting', outcomeCode(quote), refused)
    return [person.id]
  }
  const { dueCents } = quote.value
  const answered = await upgrade(db, person, stripe, dueCents, clock.now())
  const isChanged = typeof found !== 'string' && changeToAnnual(model, found, dueCents)
  const refused = typeof found === 'string' ? found : 'payments-refused'
  same('upgrading', outcomeCode(answered), isChanged ? 'done' : refused)
  if (isChanged) syncSub(model, found, model.now)
  return [person.id]
}

export const downgradePlan: Action = async (play) => {
  const { world, model } = play
  const person = subscriber(play)
  if (!person) return null
  note(play, `${person.fullName} downgrades`)
  const answered = await downgrade(world.db, person, world.stripe, world.clock.now())
  const found = whyNotChange(model, person.id, 'subscription_monthly')
  const why =
    typeof found === 'string'
      ? found
      : found.known?.cancelAt != null
        ? 'cancelled'
        : found.status === 'canceled'
          ? 'payments-refused'
          : null
  if (typeof found === 'string' || why) {
    same('downgrading', outcomeCode(answered), why)
    return [person.id]
  }
  same('downgrading', outcomeCode(answered), 'done')
  found.pending = 'subscription_monthly'
  // A cancellation that is not in our records yet.
  found.cancelAt = null
  syncSub(model, found, model.now)
  return [person.id]
}

export const resume: Action = async (play) => {
  const { world, model } = play
  const person = subscriber(play)
  const sub = person && knownLive(model, person.id)
  if (!person || !sub?.known) return null
  // People can only click on what is in our records.
  if (sub.status === 'canceled') return null
  note(play, `${person.fullName} takes the cancellation back`)
  const isCancelled = sub.known.cancelAt !== null
  const answered = await resumePlan(world.db, person, world.stripe, world.clock.now())
  same('resuming', outcomeCode(answered), isCancelled ? 'done' : 'not-cancelled')
  if (!isCancelled) return [person.id]
  sub.cancelAt = null
  syncSub(model, sub, model.now)
  return [person.id]
}

export const undo: Action = async (play) => {
  const { world, model } = play
  const person = subscriber(play)
  const sub = person && knownLive(model, person.id)
  if (!person || !sub?.known) return null
  note(play, `${person.fullName} takes the downgrade back`)
  const answered = await keepPlan(world.db, person, world.stripe, world.clock.now())
  const expected =
    sub.known.pending === null
      ? 'already-on-plan'
      : sub.known.status === 'past_due'
        ? 'payment-due'
        : 'done'
  same('keeping the plan', outcomeCode(answered), expected)
  if (expected !== 'done') return [person.id]
  sub.pending = null
  syncSub(model, sub, model.now)
  return [person.id]
}

export const payDueInvoices: Action = async (play) => {
  const { world, model } = play
  const person = subscriber(play)
  const sub = person && knownLive(model, person.id)
  if (!person || !sub) return null
  note(play, `${person.fullName} pays what is due`)
  const owes = sub.status !== 'canceled' && sub.invoices.some(({ paidAt }) => paidAt === null)
  const wasDue = owes || sub.known?.status === 'past_due'
  const answered = await payDue(world.db, person, world.stripe, world.clock.now())
  const isPaid = payOpen(model, sub)
  const expected = isPaid ? (wasDue ? 'done' : 'nothing-due') : 'payments-refused'
  same('paying what is due', outcomeCode(answered), expected)
  if (isPaid) syncSub(model, sub, model.now)
  return [person.id]
}

/** On the provider's page, so only the provider tells us. */
async function visitPortal(
  play: Simulation,
  owner: PersonId,
  form: string,
  fields: Record<string, string>,
) {
  const { world } = play
  const person = world.people.find(({ id }) => id === owner)
  if (!person) return
  const visit = { returnUrl: 'http://shop.test/credits', purpose: 'manage' as const }
  const opened = await openPortal(world.db, person, world.stripe, visit)
  if (!opened.ok) throw new Error(opened.problem.reason)
  await world.inPortal(opened.value.url, form, fields)
}

const cards: [Card, ...Card[]] = ['visa', 'visa', 'renewalDeclined', 'disputed']

export const newCard: Action = async (play) => {
  const { model, random } = play
  const sub = random.one(model.subs.filter(({ status }) => status !== 'canceled'))
  if (!sub) return null
  const card = random.pick(cards)
  note(play, `${sub.owner} enters ${card} in the portal`)
  await visitPortal(play, sub.owner, 'card', { card })
  changeCard(model, sub.owner, card)
  return [sub.owner]
}

export const cancelPlan: Action = async (play) => {
  const { model, random, known } = play
  const sub = random.one(model.subs.filter(({ status }) => status !== 'canceled'))
  if (!sub) return null
  const form = random.oneIn(3) ? 'resume' : 'cancel'
  note(play, `${sub.owner} presses ${form} in the portal`)
  await visitPortal(play, sub.owner, form, { subscription: known.idsOfSubs.get(sub) ?? '' })
  if (form === 'cancel') sub.pending = null
  sub.cancelAt = form === 'cancel' ? sub.periodEnd : null
  return [sub.owner]
}
