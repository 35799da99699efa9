import { type ApiScope, apiScopes, isClosetScope } from '#domain/accounts/tokens/api-scopes.ts'

/** What a token with a scope can do. */
export const SCOPE_WORDS: Readonly<Record<ApiScope, string>> = {
  'likes:read': 'View your likes',
  'likes:write': 'Like and unlike items',
  'my-rentals:read': 'View your rentals',
  'credits:read': 'View your credits and statement',
  'listings:read': 'View your items',
  'listings:write': 'Add and edit items, photos and blocked dates',
  'rentals:read': 'View rentals of your items, with renters’ names and addresses',
  'rentals:write':
    'Accept rentals, mark them delivered, returned or reviewed, and keep part of a deposit for damage',
  'earnings:read': 'View your earnings',
  'webhooks:read': 'View your webhooks',
  'webhooks:write': 'Add and remove webhooks',
}

/** The scopes that this person can choose from. */
export function scopesFor({ isCloset }: { readonly isCloset: boolean }): ApiScope[] {
  return apiScopes.filter((scope) => isCloset || !isClosetScope(scope))
}
