import type { WebhookProblem } from '#db/webhook-enums.ts'
import { readEndpointUrl } from './endpoint-url.ts'
import { postWebhook, type WebhookRequest } from './post-webhook.ts'
import { internet, type WebhookNetwork } from './webhook-network.ts'

/** The result of one attempt. The body of a response is never stored. */
export type WebhookAnswer = {
  /** The HTTP status; null without a response. */
  readonly status: number | null
  /** Null when it was accepted, with a status of 200 to 299. */
  readonly problem: WebhookProblem | null
  readonly tookMs: number
}

/** Sends webhooks to addresses chosen by closets. */
export type WebhookGateway = {
  readonly readUrl: (text: string) => ReturnType<typeof readEndpointUrl>
  /** Throws only when `signal` is aborted, never because of the receiver. */
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
