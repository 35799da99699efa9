import type Stripe from 'stripe'
import { changedFrom } from '#sandbox/core/changes.ts'
import { emit } from '#sandbox/core/events.ts'
import { newId } from '#sandbox/core/ids.ts'
import { insert, needLocked, page, save } from '#sandbox/core/store.ts'
import { setTimer } from '#sandbox/core/timers.ts'
import type { Work } from '#sandbox/core/work.ts'
import { disputeShape, recordDispute } from './dispute-shapes.ts'

/** The cardholder disputes the payment with the bank. */
export async function openDispute(work: Work, chargeId: string): Promise<void> {
  const { body: before } = await needLocked(work, 'charge', chargeId)
  if (before.disputed || before.refunded) return
  const charge = await save(work, 'charge', { ...before, disputed: true })
  const opened = disputeShape(work.now, newId('du'), charge)
  const balance_transactions = [await recordDispute(work, opened, 'away')]
  const dispute = await insert(work, 'dispute', { ...opened, balance_transactions })
  await emit(work, 'charge.dispute.created', dispute)
  await emit(work, 'charge.updated', charge, changedFrom(before, charge))
  await emit(work, 'charge.dispute.funds_withdrawn', dispute)
  await setTimer(work, 'close_dispute', dispute.id, dispute.evidence_details.due_by ?? work.now)
}

/**
 * Saves evidence. When submitted, the text `winning_evidence` or `losing_evidence` decides the dispute
 * at once, as in Stripe's test mode; any other evidence stays under review.
 */
export async function saveEvidence(
  work: Work,
  before: Stripe.Dispute,
  given: {
    evidence?: Partial<Stripe.Dispute.Evidence>
    metadata: Record<string, string>
    submit: boolean
  },
): Promise<Stripe.Dispute> {
  const evidence = { ...before.evidence, ...given.evidence }
  const submits = given.submit && given.evidence !== undefined
  const details = before.evidence_details
  const dispute = await save(work, 'dispute', {
    ...before,
    evidence,
    metadata: given.metadata,
    status: submits ? 'under_review' : before.status,
    evidence_details: {
      ...details,
      has_evidence: details.has_evidence || given.evidence !== undefined,
      submission_count: details.submission_count + (submits ? 1 : 0),
      submission_method: submits ? 'manual' : details.submission_method,
    },
  })
  await emit(work, 'charge.dispute.updated', dispute, changedFrom(before, dispute))
  if (submits && outcomeOf(dispute)) await setTimer(work, 'close_dispute', dispute.id, work.now)
  return dispute
}

/** Decides a dispute at its deadline: by the submitted evidence, or as lost without any. */
export async function closeDispute(work: Work, id: string): Promise<void> {
  const { body } = await needLocked(work, 'dispute', id)
  if (body.status === 'needs_response') await endDispute(work, body, 'lost')
  const outcome = outcomeOf(body)
  if (body.status === 'under_review' && outcome) await endDispute(work, body, outcome)
}

/** Closes a dispute; if it is won, the money comes back. */
export async function endDispute(
  work: Work,
  before: Stripe.Dispute,
  status: 'won' | 'lost',
): Promise<Stripe.Dispute> {
  const won = status === 'won'
  const returned = won ? [await recordDispute(work, before, 'back')] : []
  const dispute = await save(work, 'dispute', {
    ...before,
    status,
    is_charge_refundable: won,
    balance_transactions: [...before.balance_transactions, ...returned],
  })
  await emit(work, 'charge.dispute.closed', dispute)
  if (won) await emit(work, 'charge.dispute.funds_reinstated', dispute)
  return dispute
}

/**
 * As with Stripe, an open or lost dispute blocks refunds of its whole charge, even if only a part of
 * the charge is disputed. A won one allows them again.
 */
export async function isChargedBack(work: Work, charge: string): Promise<boolean> {
  const refusing = { charge, status: ['needs_response', 'under_review', 'lost'] }
  return (await page(work, 'dispute', refusing, { limit: 1 })).rows.length > 0
}

/** Whether the dispute is closed. */
export function isDecided({ status }: Stripe.Dispute): boolean {
  return status === 'won' || status === 'lost'
}

function outcomeOf({ evidence }: Stripe.Dispute): 'won' | 'lost' | undefined {
  if (evidence.uncategorized_text === 'winning_evidence') return 'won'
  return evidence.uncategorized_text === 'losing_evidence' ? 'lost' : undefined
}
