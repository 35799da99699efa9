import { href } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import type { OwnApiToken } from '#domain/accounts/tokens/api-tokens.ts'

export type ShownApiToken = Pick<OwnApiToken, 'id' | 'name' | 'prefix' | 'scopes' | 'state'> & {
  readonly made: string
  readonly used: string | null
  readonly expires: string
}

const ENDED = { expired: 'Expired', revoked: 'Revoked' } as const

/** A person's API tokens, usable ones first. */
export function ApiTokenList({ tokens }: { tokens: readonly ShownApiToken[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {tokens.map(({ id, name, prefix, scopes, state, made, used, expires }) => (
        <li
          key={id}
          className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-5 data-[ended]:text-soft"
          data-ended={state === 'live' ? undefined : true}
        >
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-medium wrap-anywhere">
              {name} {state !== 'live' && <Badge>{ENDED[state]}</Badge>}
            </p>
            <p className="mt-1 font-mono text-sm">{prefix}…</p>
            <p className="mt-1 font-mono text-sm text-soft">{scopes.join(', ')}</p>
            <Facts className="mt-1 text-sm text-soft">
              {`Created ${made}`}
              {used ? `last used ${used}` : 'never used'}
              {`expires ${expires}`}
            </Facts>
          </div>
          {state === 'live' && (
            <LinkButton
              to={`${href('/profile/api-tokens')}?revoke=${id}`}
              kind="secondary"
              size="small"
              preventScrollReset
            >
              Revoke<span className="sr-only"> {name}</span>
            </LinkButton>
          )}
        </li>
      ))}
    </ul>
  )
}
