/** What a token can be allowed to do. The database has the same list. */
export const apiScopes = [
  'likes:read',
  'likes:write',
  'my-rentals:read',
  'credits:read',
  'listings:read',
  'listings:write',
  'rentals:read',
  'rentals:write',
  'earnings:read',
  'webhooks:read',
  'webhooks:write',
] as const

export type ApiScope = (typeof apiScopes)[number]

/** Scopes that only a closet can use. */
const CLOSET_SCOPES = /^(listings|rentals|earnings|webhooks):/

export function isClosetScope(scope: ApiScope): boolean {
  return CLOSET_SCOPES.test(scope)
}

export function isApiScope(text: unknown): text is ApiScope {
  return apiScopes.some((scope) => scope === text)
}
