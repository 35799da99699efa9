import { data, href, useNavigate } from 'react-router'
import { OneTimeSecret } from '#app/components/one-time-secret.tsx'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { ApiTokenForm } from '#app/components/profile/api-token-form.tsx'
import { ApiTokenList } from '#app/components/profile/api-token-list.tsx'
import { ProfileFrame, ProfilePart } from '#app/components/profile/profile-frame.tsx'
import { scopesFor } from '#app/components/profile/scope-words.ts'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, signedInContext, viewerIn } from '#app/request/contexts.ts'
import { withoutCache } from '#app/request/private-answers.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { MAX_API_TOKENS } from '#domain/accounts/tokens/api-token-limits.ts'
import { ownApiTokens } from '#domain/accounts/tokens/api-tokens.ts'
import { asClosetOwner, asShopper } from '#domain/shared/actors.ts'
import { inWords } from '#domain/shared/figures.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import type { Route } from './+types/api-tokens.ts'
import { answerApiTokenForm } from './api-token-actions.ts'

export const meta: Route.MetaFunction = () => pageMeta('API tokens')

// This page shows a secret.
export const headers: Route.HeadersFunction = ({ actionHeaders }) => withoutCache(actionHeaders)

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, timeZone } = context.get(appContext)
  const person = context.get(signedInContext)
  if (!asShopper(person)) return null
  const tokens = await ownApiTokens(db, person, clock())
  const shown = (at: Date) => showDate(calendarDateIn(timeZone, at))
  const requested = new URL(request.url).searchParams.get('revoke')
  const toRevoke = tokens.find(({ id, state }) => id === requested && state === 'live')
  return data({
    tokens: tokens.map(({ createdAt, lastUsedAt, expiresAt, ...token }) => ({
      ...token,
      made: shown(createdAt),
      used: lastUsedAt && shown(lastUsedAt),
      expires: shown(expiresAt),
    })),
    toRevoke: toRevoke ? { id: toRevoke.id, name: toRevoke.name } : null,
    scopes: scopesFor({ isCloset: asClosetOwner(person) !== null }),
    hasSecondFactor: viewerIn(context).hasSecondFactor,
  })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  return await answerApiTokenForm({ request, context, form })
}

/** The tokens with which software acts for the person. */
export default function ApiTokens({ loaderData, actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  if (!loaderData) return <AdminNotice title="API tokens" />
  const { tokens, toRevoke, scopes, hasSecondFactor } = loaderData
  const made = actionData?.ok ? actionData.token : null
  const answer = actionData && !actionData.ok ? actionData : undefined
  return (
    <ProfileFrame>
      <h1 className="mt-8 sm:mt-12">API tokens</h1>
      <p className="mt-4 max-w-[60ch] text-lg text-soft">
        A token lets your own software use Hemline on your behalf, with the permissions you choose.
        It can never rent, buy credits or make payments.{' '}
        <a href={href('/api')} className="text-link">
          How to use the API
        </a>
      </p>
      {made && (
        <OneTimeSecret
          id="new-token"
          title="Copy your new token"
          line="Treat it like a password. You will not see it again: we store only its fingerprint."
          secret={made}
        />
      )}
      {tokens.length > 0 && (
        <ProfilePart
          id="tokens"
          title="Your tokens"
          line="Changing your password or two-step verification revokes all of them."
        >
          <ApiTokenList tokens={tokens} />
        </ProfilePart>
      )}
      <ProfilePart
        id="new"
        title="New token"
        line={`You can have ${inWords(MAX_API_TOKENS, 'token')} at once. We email you whenever one is created.`}
      >
        <ApiTokenForm
          key={made}
          scopes={scopes}
          hasSecondFactor={hasSecondFactor}
          answer={answer}
        />
      </ProfilePart>
      {toRevoke && (
        <ConfirmDialog
          question={`Revoke the token “${toRevoke.name}”?`}
          open={toRevoke}
          onClose={() => void navigate(href('/profile/api-tokens'), { preventScrollReset: true })}
          fields={{ what: 'revoke', id: toRevoke.id }}
          confirmText="Revoke"
          danger
        >
          <p className="text-soft">Any app or script that uses it will stop working immediately.</p>
        </ConfirmDialog>
      )}
    </ProfileFrame>
  )
}
