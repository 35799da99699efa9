import type { WebhookProblem } from '#db/webhook-enums.ts'
import { readEndpointUrl } from './endpoint-url.ts'
import { postWebhook, type WebhookRequest } from './post-webhook.ts'
import { internet, type WebhookNetwork } from './webhook-network.ts'

/** What became of one attempt. The body of an answer is never kept. */
export type WebhookAnswer = {
  /** The HTTP status; null without an answer. */
  readonly status: number | null
  /** Null when it was accepted, with a status of 200 to 299. */
  readonly problem: WebhookProblem | null
  readonly tookMs: number
}

/** Sends webhooks to addresses that people chose. */
export type WebhookGateway = {
  readonly readUrl: (text: string) => ReturnType<typeof readEndpointUrl>
  /** Never throws for what the receiver does; throws when `signal` is aborted. */
  readonly post: (request: WebhookRequest, signal: AbortSignal) => Promise<WebhookAnswer>
}

export function createWebhookGateway(network: WebhookNetwork = internet): WebhookGateway {
  return {
    readUrl: (text) => readEndpointUrl(text, network.mayUse),
    post: async (request, signal) => {
      const began = performance.now()
      const outcome = await postWebhook(request, network, signal)
      signal.throwIfAborted()
      return { ...outcome, tookMs: performance.now() - began }
    },
  }
}
