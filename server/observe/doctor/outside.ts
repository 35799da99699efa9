import { PROXY_ADDRESS_HEADER } from '#app/responses/health.ts'
import type { PaymentMode } from '#db/enums.ts'
import { webhooksOf } from '#domain/money/events/set-up-payments.ts'
import { createImageStore } from '#gateways/images/open-image-store.ts'
import { checkMailServer } from '#gateways/mail/check-mail-server.ts'
import {
  StripeKeyRefused,
  StripeRefused,
  StripeUnavailable,
} from '#gateways/stripe/stripe-errors.ts'
import type { StripeGateway } from '#gateways/stripe/stripe-gateway.ts'
import { TEST_KEY } from '#server/settings/payments.ts'
import type { Settings } from '#server/settings/settings.ts'
import { type Found, found, problem, reasonOf } from './check.ts'

export async function checkMail({ smtpUrl, from }: Settings['mail']): Promise<Found> {
  if (smtpUrl === null) return { skipped: 'emails stay in the local outbox' }
  const { host } = new URL(smtpUrl)
  try {
    await checkMailServer({ url: smtpUrl, from })
    return { ok: host }
  } catch (error) {
    return problem(
      `The mail server ${host} cannot be used (${reasonOf(error)}): check host, port, user and password in SMTP_URL, smtps:// for port 465 and smtp:// for port 587, that the account may send from MAIL_FROM, and that the network lets this machine reach it.`,
    )
  }
}

type Payments = Pick<StripeGateway, 'findWebhookProblems' | 'hasConnect'>

/** Whether the key is valid, and Stripe sends its events to this shop. */
export async function checkStripe(
  stripe: Payments,
  publicUrl: string,
  mode: PaymentMode,
): Promise<Found> {
  const webhooks = webhooksOf(publicUrl).filter(({ connect }) => stripe.hasConnect || !connect)
  try {
    const { missing, outdated } = await stripe.findWebhookProblems(webhooks)
    return found(
      [
        ...missing.map(
          (url) =>
            `Stripe does not send all events in the API version of this release to ${url}, so payments may be missed: run "npm run stripe:setup" and set the secret that it prints.`,
        ),
        ...outdated.map(
          (id) =>
            `Stripe also sends events to this shop from the endpoint ${id} of another API version, which has a secret of its own: once "npm run stripe:setup" has made the current one, delete it at Stripe.`,
        ),
      ],
      mode === 'test'
        ? `${TEST_KEY} It is valid, and events are sent to this shop`
        : 'the key is valid, and events are sent to this shop',
    )
  } catch (error) {
    if (error instanceof StripeUnavailable && !(error instanceof StripeKeyRefused)) {
      return problem(
        `Stripe cannot be reached (${reasonOf(error)}): check that the network lets this machine reach api.stripe.com over HTTPS.`,
      )
    }
    if (!(error instanceof StripeKeyRefused || error instanceof StripeRefused)) throw error
    return problem(
      `Stripe refuses the key (${error.message}): set STRIPE_SECRET_KEY to a key of your account that may read webhook endpoints.`,
    )
  }
}

/** Writes, reads and deletes an image. */
export async function checkImages(settings: Settings['imageStore']): Promise<Found> {
  const isFolder = settings.kind === 'folder'
  const place = isFolder ? settings.folder : `the bucket ${settings.bucket}`
  const store = createImageStore(settings)
  const key = `doctor/probe-${process.pid}.webp`
  const bytes = new Uint8Array([1, 2, 3])
  try {
    await store.put(key, bytes, 'image/webp')
    const back = await store.get(key)
    await store.delete(key)
    if (back && Buffer.from(back.bytes).equals(bytes)) return { ok: place }
    return problem(`${place} does not return what was written: is it the right storage?`)
  } catch (error) {
    const remedy = isFolder
      ? "give the shop's user the right to write there"
      : 'check S3_BUCKET, S3_REGION, S3_ENDPOINT and the keys, and that they may put, get and delete objects'
    return problem(`Images cannot be stored in ${place} (${reasonOf(error)}): ${remedy}.`)
  } finally {
    store.close()
  }
}

/** Sends no spans, as OTLP allows. */
export async function checkTraces(settings: Settings['tracing']): Promise<Found> {
  if (settings === null) return { skipped: 'OTEL_EXPORTER_OTLP_ENDPOINT is not set' }
  const { origin } = new URL(settings.url)
  try {
    const { status } = await fetch(settings.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    // Some collectors ask for the headers in OTEL_EXPORTER_OTLP_HEADERS, which only the shop sends.
    if (status < 300 || status === 401 || status === 403) return { ok: origin }
    return problem(
      `${origin} does not accept traces (status ${status}): set OTEL_EXPORTER_OTLP_ENDPOINT to a collector that accepts OTLP over HTTP, often on port 4318.`,
    )
  } catch (error) {
    return problem(
      `Traces cannot be sent to ${origin} (${reasonOf(error)}): check OTEL_EXPORTER_OTLP_ENDPOINT, and that the collector is running.`,
    )
  }
}

const TIMEOUT_MS = 8_000
/** The possible bodies of `/healthz`. */
const HEALTH = /^(ok|database unavailable|no free connection|jobs stalled)\n$/

/** The shop itself asks for a session, whatever is sent. */
async function refusesUploads(publicUrl: string): Promise<boolean> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(2 * 1024 * 1024)]), 'probe.jpg')
  try {
    const { status } = await fetch(`${publicUrl}/uploads`, {
      method: 'POST',
      headers: { Origin: publicUrl },
      body: form,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return status === 413
  } catch {
    // Too slow, or cut off: no sign of a limit.
    return false
  }
}

/** Whether visitors reach a shop at PUBLIC_URL. */
export async function checkPublicUrl(publicUrl: string | null): Promise<Found> {
  if (publicUrl === null) return { skipped: 'PUBLIC_URL is not set: only this machine is served' }
  const ask = (path: string) =>
    fetch(`${publicUrl}${path}`, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  try {
    const health = await ask('/healthz')
    const text = await health.text()
    if (health.status === 503 && HEALTH.test(text)) {
      return problem(`The shop at ${publicUrl} answers "${text.trim()}": see its log.`)
    }
    if (health.status !== 200 || !HEALTH.test(text)) {
      return problem(
        `Something other than this shop responds at ${publicUrl} (status ${health.status}): start the shop, and check where the proxy and the DNS entry lead.`,
      )
    }
    if (health.headers.has(PROXY_ADDRESS_HEADER)) {
      return problem(
        `The proxy at ${publicUrl} does not say in a way the shop can read from which address a request comes, so all visitors share the limits of one: set TRUST_PROXY to the addresses of every proxy, and let it send X-Forwarded-For with the address of its client, such as 203.0.113.7, 203.0.113.7:4711 or 2001:db8::7.`,
      )
    }
    // Unlike the health check, every page requires the right host name.
    const page = await ask('/robots.txt')
    if (page.status === 421) {
      return problem(
        `Requests to ${publicUrl} arrive with a different host name: configure the proxy to pass the Host header, or set TRUST_PROXY to its address and let it send X-Forwarded-Host.`,
      )
    }
    if (await refusesUploads(publicUrl)) {
      return problem(
        `Photos of 2 MB are refused before they reach the shop at ${publicUrl}: let the proxy accept bodies of 206 MB (client_max_body_size in nginx).`,
      )
    }
    return { ok: publicUrl }
  } catch (error) {
    return problem(
      `${publicUrl} does not answer (${reasonOf(error)}): start the shop, and check the DNS entry, the certificate and the proxy.`,
    )
  }
}
