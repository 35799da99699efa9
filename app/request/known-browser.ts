import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { keyFor } from '#domain/accounts/sign-in/keys.ts'
import { cookieName, ownCookie, readCookie } from './cookies.ts'

// A cookie recognises a browser that has signed in to an account before. Strangers who guess that
// account's password do not lock this browser out. It gives no access.

const DAYS = 365

type App = {
  readonly auth: { readonly secret: string }
  readonly originOf: (request: Request) => string
}

/** For the response after a correct password. */
export function knownBrowserCookie(app: App, request: Request, email: string): string {
  const nonce = randomBytes(16).toString('base64url')
  const value = `${nonce}.${signature(app, nonce, email)}`
  const cookie = ownCookie(nameFor(app, request), value, DAYS * 86_400)
  return isSecure(app, request) ? `${cookie}; Secure` : cookie
}

/** The key for counting this browser's own attempts; null if it never signed in to this account. */
export function knownBrowser(app: App, request: Request, email: string): string | null {
  const value = readCookie(request.headers.get('cookie'), nameFor(app, request))
  const [nonce = '', given = ''] = value?.split('.') ?? []
  if (nonce === '') return null
  const [own, theirs] = [Buffer.from(signature(app, nonce, email)), Buffer.from(given)]
  return own.length === theirs.length && timingSafeEqual(own, theirs) ? nonce : null
}

/** Not `hemline_…`: a visitor with only this cookie is treated like any other. */
function nameFor(app: App, request: Request): string {
  return cookieName('known_browser', isSecure(app, request))
}

function isSecure(app: App, request: Request): boolean {
  return app.originOf(request).startsWith('https:')
}

function signature(app: App, nonce: string, email: string): string {
  return createHmac('sha256', keyFor(app.auth.secret, 'known browser'))
    .update(`${nonce} ${email.toLowerCase()}`)
    .digest('base64url')
}
