import { atTimeOf } from '#sandbox/clocks/test-clocks.ts'
import { badRequest } from '#sandbox/core/errors.ts'
import { idOf } from '#sandbox/core/references.ts'
import { need, needLocked } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { listPage } from '#sandbox/http/lists.ts'
import { boolean, fields, mergeMetadata, metadata, text } from '#sandbox/http/params.ts'
import { noParams, type Route, route, sliceParams } from '#sandbox/http/routing.ts'
import { endDispute, isDecided, saveEvidence } from '#sandbox/payments/disputes.ts'

const evidence = fields({
  access_activity_log: text(20_000),
  billing_address: text(),
  cancellation_policy_disclosure: text(20_000),
  cancellation_rebuttal: text(20_000),
  customer_email_address: text(),
  customer_name: text(),
  customer_purchase_ip: text(),
  duplicate_charge_explanation: text(20_000),
  duplicate_charge_id: text(),
  product_description: text(20_000),
  refund_policy_disclosure: text(20_000),
  refund_refusal_explanation: text(20_000),
  service_date: text(),
  shipping_address: text(),
  shipping_carrier: text(),
  shipping_date: text(),
  shipping_tracking_number: text(),
  uncategorized_text: text(20_000),
})

export const disputeRoutes: Route[] = [
  route(
    'GET',
    '/v1/disputes',
    fields({ ...sliceParams, charge: text(), payment_intent: text() }),
    (work, { charge, payment_intent, ...slice }) =>
      listPage(work, 'dispute', '/v1/disputes', slice, { charge, payment_intent }),
  ),

  route('GET', '/v1/disputes/:id', noParams, (work, _, id) => need(work, 'dispute', id)),

  route(
    'POST',
    '/v1/disputes/:id',
    fields({ evidence, metadata, submit: boolean }),
    async (plain, params, id) => {
      const { work, dispute } = await openDispute(plain, id, params.evidence !== undefined)
      return saveEvidence(work, dispute, {
        evidence: params.evidence,
        metadata: mergeMetadata(dispute.metadata, params.metadata),
        submit: params.submit ?? true,
      })
    },
  ),

  // Closing a dispute means accepting that it is lost.
  route('POST', '/v1/disputes/:id/close', noParams, async (plain, _, id) => {
    const { work, dispute } = await openDispute(plain, id, true)
    return endDispute(work, dispute, 'lost')
  }),
]

async function openDispute(plain: Work, id: string, decides: boolean) {
  const { body: dispute } = await needLocked(plain, 'dispute', id)
  if (decides && isDecided(dispute)) {
    throw badRequest(`This dispute is already closed: it was ${dispute.status}.`)
  }
  const charge = await need(plain, 'charge', idOf(dispute.charge) ?? '')
  return { work: await atTimeOf(plain, idOf(charge.customer)), dispute }
}
