import type { Faults } from '#sandbox/core/faults.ts'
import {
  type Delivery,
  markDelivered,
  markFailed,
  postpone,
  releaseClaimed,
  takeDue,
} from '#sandbox/core/queue.ts'
import { find } from '#sandbox/core/store.ts'
import type { Work } from '#sandbox/core/work.ts'
import { webhookSignature } from './signature.ts'

export type Endpoint = { url: () => string; secret: string }

export type WebhookSender = {
  /** Sends due deliveries; returns how many were accepted. */
  deliverDue(): Promise<number>
  /** Makes the unsent deliveries of a killed process due at once. */
  resume(): Promise<void>
}

type Parts = {
  run: <T>(task: (work: Work) => Promise<T>) => Promise<T>
  /** The endpoints in the configuration, for the platform's own events and for all others. */
  endpoints: { account: Endpoint; connect: Endpoint | undefined }
  faults: Faults
  clock: () => Date
  fetch: typeof fetch
  /** Aborts deliveries in progress; they are due again a second later. */
  closing: AbortSignal
}

const timeoutMilliseconds = 10_000
const batchSize = 5

/** One event at a time in the order they happened, which is simple and easy to debug. */
export function createWebhookSender(parts: Parts): WebhookSender {
  const { run, faults, clock, closing } = parts

  async function deliverDue(): Promise<number> {
    let accepted = 0
    for (;;) {
      const max = Math.max(batchSize, ...faults.list().map((fault) => fault.times))
      const batch = await run((work) => takeDue(work, clock(), max))
      if (batch.length === 0) return accepted
      for (const delivery of await arrange(batch)) if (await deliver(delivery)) accepted += 1
      if (closing.aborted) return accepted
    }
  }

  /** The order of sending; events of an incomplete reordering are put back. */
  async function arrange(batch: Delivery[]): Promise<Delivery[]> {
    const fault = batch.map((one) => faults.reordering(one.type)).find((found) => found)
    if (!fault) return batch
    const held = batch.filter((one) => faults.reordering(one.type) === fault)
    const others = batch.filter((one) => !held.includes(one))
    if (held.length >= fault.times) {
      faults.remove(fault)
      return [...held.slice(0, fault.times).reverse(), ...held.slice(fault.times), ...others]
    }
    for (const one of held) await requeue(one, 1, 'Waits to be sent out of order')
    return others
  }

  async function deliver(delivery: Delivery): Promise<boolean> {
    const fault = faults.takeForEvent(delivery.type)
    if (fault?.kind === 'drop') {
      await run((work) => postpone(work, delivery.id, null, 'Dropped on demand'))
      return false
    }
    if (fault?.kind === 'delay') {
      await requeue(delivery, fault.seconds, 'Delayed on demand')
      return false
    }
    let problem = await send(delivery)
    for (let copy = 1; copy < (fault?.kind === 'repeat' ? fault.copies : 1); copy += 1) {
      problem = await send(delivery)
    }
    await run((work) =>
      problem === undefined
        ? markDelivered(work, delivery, clock())
        : markFailed(work, delivery, clock(), problem),
    )
    return problem === undefined
  }

  /** Why it was not accepted, or nothing. */
  async function send(delivery: Delivery): Promise<string | undefined> {
    const target = await addressOf(delivery)
    if (!target) return 'The endpoint is gone or disabled'
    const payload = JSON.stringify(delivery.payload)
    // The receiver compares the signature's time with the real time, not with our clock.
    const signature = webhookSignature(payload, target.secret, Math.floor(Date.now() / 1000))
    try {
      const response = await parts.fetch(target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([closing, AbortSignal.timeout(timeoutMilliseconds)]),
      })
      await response.body?.cancel()
      return response.ok ? undefined : `Answered ${response.status}`
    } catch (cause) {
      return cause instanceof Error ? cause.message : String(cause)
    }
  }

  async function addressOf(
    delivery: Delivery,
  ): Promise<{ url: string; secret: string } | undefined> {
    const { target } = delivery
    if (target === null || target === 'connect') {
      const endpoint = parts.endpoints[target ?? 'account']
      return endpoint && { url: endpoint.url(), secret: endpoint.secret }
    }
    const stored = await run((work) => find(work, 'webhook_endpoint', target))
    if (!stored || stored.deleted || stored.body.status !== 'enabled') return undefined
    return { url: stored.body.url, secret: stored.kept.secret }
  }

  async function requeue(delivery: Delivery, seconds: number, why: string): Promise<void> {
    const due = new Date(clock().getTime() + seconds * 1000)
    await run((work) => postpone(work, delivery.id, due, why))
  }

  return { deliverDue, resume: () => run((work) => releaseClaimed(work, clock())) }
}
