import type { Step } from './step.ts'

/** Where a form may redirect to besides our own pages: the payment pages of a checkout. */
export type FormTargets = readonly string[]

/** Stripe's own hosted pages. */
export const STRIPE_PAGES: FormTargets = [
  'https://checkout.stripe.com',
  'https://billing.stripe.com',
  'https://connect.stripe.com',
]

export function contentSecurityPolicy(nonce: string, formTargets: FormTargets): string {
  return [
    // Only for prefetching, which has no directive of its own in Firefox.
    "default-src 'self'",
    "object-src 'none'",
    "media-src 'none'",
    "worker-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self' ${formTargets.join(' ')}`.trim(),
  ].join('; ')
}

/** Headers of every response, unless it sets its own. */
export function secure(
  headers: Headers,
  { policy, https }: { readonly policy: string; readonly https: boolean },
): void {
  const always: Record<string, string> = {
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  }
  // Other hosts below the shop's domain may not have HTTPS.
  if (https) always['Strict-Transport-Security'] = 'max-age=63072000'
  for (const [name, value] of Object.entries(always)) {
    if (!headers.has(name)) headers.set(name, value)
  }
}

/** Every response has a content policy, a caching policy and a character set. */
export const secureAnswers: Step = async (request, { policy, origin }, next) => {
  const response = await next(request)
  secure(response.headers, { policy, https: isHttps(origin) })
  if (!response.headers.has('cache-control'))
    response.headers.set('Cache-Control', 'private, no-cache')
  nameCharset(response.headers)
  return response
}

export function isHttps(origin: string): boolean {
  return origin.startsWith('https:')
}

/** Browsers guess the character set of text without one. */
function nameCharset(headers: Headers): void {
  const type = headers.get('content-type')
  if (type?.startsWith('text/') && !/charset=/i.test(type))
    headers.set('Content-Type', `${type}; charset=utf-8`)
}
