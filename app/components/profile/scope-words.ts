import { type ApiScope, apiScopes, isClosetScope } from '#domain/people/api-scopes.ts'

/** What a token with a scope can do. */
export const SCOPE_WORDS: Readonly<Record<ApiScope, string>> = {
  'likes:read': 'See what you like',
  'likes:write': 'Like items and take likes back',
  'my-rentals:read': 'See what you rent',
  'credits:read': 'See your credits and their statement',
  'listings:read': 'See your items',
  'listings:write': 'Add and change items, their photos and blocked dates',
  'rentals:read': 'See the rentals of your items, with names and addresses of renters',
  'rentals:write': 'Accept, deliver, return and review rentals',
  'earnings:read': 'See your earnings',
  'webhooks:read': 'See your webhooks',
  'webhooks:write': 'Add and remove webhooks',
}

/** The scopes that this person can choose from. */
export function scopesFor({ isCloset }: { readonly isCloset: boolean }): ApiScope[] {
  return apiScopes.filter((scope) => isCloset || !isClosetScope(scope))
}
