import { Form, redirect, useNavigation } from 'react-router'
import { pageMeta } from '#app/components/page-meta.ts'
import { ProfileFrame, ProfilePart } from '#app/components/profile/profile-frame.tsx'
import { useFirstInvalid } from '#app/components/use-first-invalid.ts'
import { browserWords } from '#app/http/browser-words.ts'
import { appContext, signedInContext, viewerIn } from '#app/http/contexts.ts'
import type { Problem } from '#app/http/forms.ts'
import { showInstant } from '#app/http/show-instant.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { awaitedEmail } from '#domain/people/change-email.ts'
import { ownSessions } from '#domain/people/own-sessions.ts'
import type { Route } from './+types/sign-in-settings.ts'
import { answerSignInForm } from './sign-in-actions.ts'

export const meta: Route.MetaFunction = () => pageMeta('Signing in')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ context }: Route.LoaderArgs) {
  const { db, clock, timeZone, mailIsLocal } = context.get(appContext)
  const person = context.get(signedInContext)
  const { sessionId } = viewerIn(context)
  if (sessionId === null) throw redirect('/auth')
  const now = clock()
  const sessions = await ownSessions(db, person, now)
  return {
    email: person.email,
    awaited: await awaitedEmail(db, person, now),
    mailIsLocal,
    sessions: sessions.map(({ id, browser, startedAt, usedAt }) => ({
      id,
      browser: browserWords(browser),
      started: showInstant(startedAt, timeZone),
      used: showInstant(usedAt, timeZone).replace(/,[^,]*$/, ''),
      here: id === sessionId,
    })),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  return await answerSignInForm({ request, context, form })
}

export default function SignInSettings({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formData?.get('what')
  const answers = (what: string) => (actionData?.values.what === what ? actionData : undefined)
  return (
    <ProfileFrame>
      <h1 className="mt-8 sm:mt-12">Signing in</h1>
      <EmailPart {...loaderData} answer={answers('email')} busy={busy === 'email'} />
      <PasswordPart answer={answers('password')} busy={busy === 'password'} />
      <SessionsPart sessions={loaderData.sessions} busy={busy} />
    </ProfileFrame>
  )
}

type PartProps = { answer: Problem | undefined; busy: boolean }

function Whole({ answer }: { answer: Problem | undefined }) {
  return answer && answer.problem !== '' ? <Notice kind="error">{answer.problem}</Notice> : null
}

function EmailPart({
  email,
  awaited,
  mailIsLocal,
  answer,
  busy,
}: PartProps & { email: string; awaited: string | null; mailIsLocal: boolean }) {
  const form = useFirstInvalid(answer)
  return (
    <ProfilePart
      id="email"
      title="Email address"
      line={
        <>
          You sign in with <strong className="font-medium break-words text-ink">{email}</strong>. A
          new address counts once you follow the link that we send there.
        </>
      }
    >
      <Form method="post" ref={form} noValidate className="grid gap-5">
        <Whole answer={answer} />
        {awaited && (
          <Notice>
            <span className="break-words">
              We wait for {awaited} to be confirmed: the link is in the mail we sent there.
            </span>{' '}
            {mailIsLocal && (
              <a href="/dev/mail" className="text-link">
                Read it here.
              </a>
            )}
          </Notice>
        )}
        <input type="hidden" name="what" value="email" />
        <Field
          label="New email address"
          name="email"
          type="email"
          autoComplete="email"
          required
          maxLength={254}
          defaultValue={answer?.values.email}
          error={answer?.fields.email}
        />
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          required
          error={answer?.fields.password}
        />
        <p>
          <Button busy={busy} busyText="Sending...">
            Send me a link
          </Button>
        </p>
      </Form>
    </ProfilePart>
  )
}

function PasswordPart({ answer, busy }: PartProps) {
  const form = useFirstInvalid(answer)
  return (
    <ProfilePart id="password" title="Password" line="A new one signs you out everywhere else.">
      <Form method="post" ref={form} noValidate className="grid gap-5">
        <Whole answer={answer} />
        <input type="hidden" name="what" value="password" />
        <PasswordField
          label="Current password"
          name="current_password"
          autoComplete="current-password"
          required
          error={answer?.fields.current_password}
        />
        <PasswordField
          label="New password"
          name="new_password"
          autoComplete="new-password"
          required
          hint="At least 8 characters."
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

type Shown = Route.ComponentProps['loaderData']['sessions']

function SessionsPart({ sessions, busy }: { sessions: Shown; busy: unknown }) {
  return (
    <ProfilePart
      id="sessions"
      title="Where you are signed in"
      line="A session that nobody uses ends by itself after thirty days."
    >
      <ul className="divide-y divide-line border-y border-line">
        {sessions.map(({ id, browser, started, used, here }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
            <div className="min-w-0">
              <p className="font-medium">
                {browser} {here && <Badge kind="success">This one</Badge>}
              </p>
              <p className="mt-1 text-sm text-soft">
                Since {started} · last used {used}
              </p>
            </div>
            {!here && (
              <Form method="post">
                <input type="hidden" name="what" value="session" />
                <Button
                  name="session"
                  value={id}
                  kind="secondary"
                  size="small"
                  aria-label={`Sign out ${browser}, since ${started}`}
                >
                  Sign out
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form method="post" className="mt-5">
          <Button name="what" value="others" kind="secondary" busy={busy === 'others'}>
            Sign out everywhere else
          </Button>
        </Form>
      )}
    </ProfilePart>
  )
}
