import { href, redirect, useNavigation } from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { browserWords } from '#app/components/profile/browser-words.ts'
import { ProfileFrame, ProfilePart } from '#app/components/profile/profile-frame.tsx'
import { ProofFields } from '#app/components/profile/proof-fields.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, signedInContext, viewerIn } from '#app/request/contexts.ts'
import { readsOutbox } from '#app/responses/outbox-reader.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { PasswordField } from '#app/ui/fields/password-field.tsx'
import { Form } from '#app/ui/form.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { pendingEmail } from '#domain/accounts/sign-in/change-email.ts'
import { ownSessions } from '#domain/accounts/sign-in/own-sessions.ts'
import { MIN_PASSWORD_LENGTH } from '#domain/accounts/sign-in/password-length.ts'
import { MAX_SESSION_DAYS, SESSION_DAYS } from '#domain/accounts/sign-in/time-limits.ts'
import { asClosetOwner, asShopper } from '#domain/shared/actors.ts'
import { calendarDateIn, showDate } from '#domain/shared/time/calendar-date.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/sign-in-settings.ts'
import { EVERYWHERE_ELSE } from './everywhere-else.ts'
import { answerSignInForm } from './sign-in-actions.ts'

export const meta: Route.MetaFunction = () => pageMeta('Sign-in & security')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock, timeZone } = context.get(appContext)
  const person = context.get(signedInContext)
  const { sessionId, hasSecondFactor } = viewerIn(context)
  if (sessionId === null) throw redirect(href('/auth'))
  const now = clock()
  const sessions = await ownSessions(db, person, now)
  return {
    email: person.email,
    linksToTokens: asShopper(person) !== null && asClosetOwner(person) === null,
    hasSecondFactor,
    awaited: await pendingEmail(db, person, now),
    readsMail: readsOutbox(context),
    sessions: sessions.map(({ id, browser, startedAt, usedAt }) => ({
      id,
      browser: browserWords(browser),
      started: showInstant(startedAt, timeZone),
      used: showDate(calendarDateIn(timeZone, usedAt)),
      here: id === sessionId,
    })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  return await answerSignInForm({ request, context, form })
}

export default function SignInSettings({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formData?.get('what')
  const answers = (what: string) => (actionData?.values.what === what ? actionData : undefined)
  return (
    <ProfileFrame>
      <h1 className="mt-8 sm:mt-12">Sign-in & security</h1>
      <EmailPart {...loaderData} answer={answers('email')} busy={busy === 'email'} />
      <PasswordPart {...loaderData} answer={answers('password')} busy={busy === 'password'} />
      <SecondFactorPart isOn={loaderData.hasSecondFactor} />
      <SessionsPart {...loaderData} answer={answers('sessions')} busy={busy === 'sessions'} />
      {loaderData.linksToTokens && <ApiTokensPart />}
    </ProfileFrame>
  )
}

type PartProps = { answer: Problem | undefined; busy: boolean; hasSecondFactor: boolean }

function EmailPart({
  email,
  awaited,
  readsMail,
  hasSecondFactor,
  answer,
  busy,
}: PartProps & { email: string; awaited: string | null; readsMail: boolean }) {
  return (
    <ProfilePart
      id="email"
      title="Email address"
      line={
        <>
          You sign in with <strong className="font-medium break-words text-ink">{email}</strong>.
          Your new address takes effect when you click the link we send to it.
        </>
      }
    >
      <Form method="post" answer={answer} noValidate className="grid gap-5">
        {awaited && (
          <Notice>
            <span className="break-words">
              Waiting for you to confirm {awaited}: click the link in the email we sent there.
            </span>{' '}
            {readsMail && (
              <a href={href('/dev/mail')} className="text-link">
                Read it here.
              </a>
            )}
          </Notice>
        )}
        <input type="hidden" name="what" value="email" />
        <Field
          label="New email address"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          {...fieldsOf(answer)('email')}
        />
        <ProofFields hasSecondFactor={hasSecondFactor} errors={answer?.fields} />
        <p>
          <Button busy={busy} busyText="Sending...">
            Send me a link
          </Button>
        </p>
      </Form>
    </ProfilePart>
  )
}

function PasswordPart({ hasSecondFactor, answer, busy }: PartProps) {
  return (
    <ProfilePart id="password" title="Password" line="You will be signed out on all other devices.">
      <Form method="post" answer={answer} noValidate className="grid gap-5">
        <input type="hidden" name="what" value="password" />
        <ProofFields
          label="Current password"
          name="current_password"
          hasSecondFactor={hasSecondFactor}
          errors={answer?.fields}
        />
        <PasswordField
          label="New password"
          name="new_password"
          autoComplete="new-password"
          required
          hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
          error={answer?.fields.new_password}
        />
        <p>
          <Button busy={busy} busyText="Saving...">
            Change password
          </Button>
        </p>
      </Form>
    </ProfilePart>
  )
}

function SecondFactorPart({ isOn }: { isOn: boolean }) {
  return (
    <ProfilePart
      id="second-factor"
      title="Two-step verification"
      line="With a code from an app on your phone, even someone who knows your password cannot sign in."
    >
      <p className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Badge kind={isOn ? 'success' : 'plain'}>{isOn ? 'On' : 'Off'}</Badge>
        <LinkButton to={href('/profile/second-factor')} kind="secondary" size="small">
          {isOn ? 'Manage two-step verification' : 'Set up two-step verification'}
        </LinkButton>
      </p>
    </ProfilePart>
  )
}

/** A closet has a tab for them. */
function ApiTokensPart() {
  return (
    <ProfilePart
      id="api-tokens"
      title="API tokens"
      line="For programs of your own: with a token they can read and change your likes, and read your rentals and credits. They can never rent or pay."
    >
      <LinkButton to={href('/profile/api-tokens')} kind="secondary" size="small">
        Manage API tokens
      </LinkButton>
    </ProfilePart>
  )
}

type Shown = Route.ComponentProps['loaderData']['sessions']

function SessionsPart({
  sessions,
  hasSecondFactor,
  answer,
  busy,
}: PartProps & { sessions: Shown }) {
  const others = sessions.length > 1
  return (
    <ProfilePart
      id="sessions"
      title="Where you are signed in"
      line={`You will be signed out after ${SESSION_DAYS} days of inactivity, and after ${MAX_SESSION_DAYS} days in any case.`}
    >
      <Form method="post" answer={answer} noValidate className="grid gap-5">
        <input type="hidden" name="what" value="sessions" />
        {others && (
          <>
            <ProofFields hasSecondFactor={hasSecondFactor} errors={answer?.fields} />
            <p>
              <Button name="session" value={EVERYWHERE_ELSE} kind="secondary" busy={busy}>
                Sign out everywhere else
              </Button>
            </p>
          </>
        )}
        <ul className="divide-y divide-line border-y border-line">
          {sessions.map(({ id, browser, started, used, here }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4"
            >
              <div className="min-w-0">
                <p className="font-medium">
                  {browser} {here && <Badge kind="success">This device</Badge>}
                </p>
                <Facts className="mt-1 text-sm text-soft">
                  {`Signed in ${started}`}
                  {`last active ${used}`}
                </Facts>
              </div>
              {!here && (
                <Button
                  name="session"
                  value={id}
                  kind="secondary"
                  size="small"
                  aria-label={`Sign out ${browser}, signed in ${started}`}
                >
                  Sign out
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Form>
    </ProfilePart>
  )
}
