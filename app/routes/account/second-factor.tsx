import type { ReactNode } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { pageMeta } from '#app/components/page-meta.ts'
import { ProfileFrame, ProfilePart } from '#app/components/profile/profile-frame.tsx'
import { useFirstInvalid } from '#app/components/use-first-invalid.ts'
import { appContext, signedInContext, viewerIn } from '#app/http/contexts.ts'
import type { Problem } from '#app/http/forms.ts'
import { qrPath } from '#app/http/qr-path.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { PasswordField } from '#app/ui/password-field.tsx'
import { readSecondFactor } from '#domain/people/second-factor.ts'
import type { Route } from './+types/second-factor.ts'
import { answerSecondFactorForm } from './second-factor-actions.ts'

export const meta: Route.MetaFunction = () => pageMeta('Second factor')

// Secrets stand on this page.
export const headers: Route.HeadersFunction = ({ actionHeaders }) => {
  const answered = new Headers(actionHeaders)
  answered.set('Cache-Control', 'no-store')
  return answered
}

export async function loader({ context }: Route.LoaderArgs) {
  const { db, auth, clock, paymentsAreReal } = context.get(appContext)
  const person = context.get(signedInContext)
  const factor = await readSecondFactor(db, auth, person, clock())
  const qr = factor.state === 'begun' ? qrPath(factor.uri) : null
  const required = paymentsAreReal && person.accountType === 'admin'
  return data({ factor, qr, required })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const { sessionId } = viewerIn(context)
  if (sessionId === null) throw redirect('/auth')
  return await answerSecondFactorForm({ request, context, form, sessionId })
}

export default function SecondFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { factor, qr, required } = loaderData
  const codes = actionData?.ok ? actionData.backupCodes : null
  const answer = actionData && !actionData.ok ? actionData : undefined
  return (
    <ProfileFrame>
      <h1 className="mt-8 sm:mt-12">Second factor</h1>
      <p className="mt-4 max-w-[60ch] text-lg text-soft">
        A code from an app on your phone, besides your password. Whoever learns your password still
        cannot get in.
      </p>
      {required && factor.state !== 'on' && (
        <Notice className="mt-6 max-w-xl">
          Admins need a second factor before they can work here.
        </Notice>
      )}
      {codes && <BackupCodes codes={codes} />}
      {factor.state === 'off' && <Begin answer={answer} />}
      {factor.state === 'begun' && qr && <Confirm secret={factor.secret} qr={qr} answer={answer} />}
      {factor.state === 'on' && (
        <On codesLeft={factor.codesLeft} required={required} answer={answer} />
      )}
    </ProfileFrame>
  )
}

type Answer = { answer: Problem | undefined }

function Step({
  what,
  answer,
  children,
}: Answer & { what: string; children: (answer: Problem | undefined, busy: boolean) => ReactNode }) {
  const own = answer?.values.what === what ? answer : undefined
  const form = useFirstInvalid(own)
  const busy = useNavigation().formData?.get('what') === what
  return (
    <Form method="post" ref={form} noValidate className="grid gap-5">
      {own && own.problem !== '' && <Notice kind="error">{own.problem}</Notice>}
      <input type="hidden" name="what" value={what} />
      {children(own, busy)}
    </Form>
  )
}

function Begin({ answer }: Answer) {
  return (
    <ProfilePart
      id="begin"
      title="Off"
      line="You need an authenticator app: 1Password, Google Authenticator, or the one your phone comes with."
    >
      <Step what="begin" answer={answer}>
        {(own, busy) => (
          <>
            <PasswordField
              label="Your password"
              name="password"
              autoComplete="current-password"
              required
              error={own?.fields.password}
            />
            <p>
              <Button busy={busy} busyText="Loading...">
                Set it up
              </Button>
            </p>
          </>
        )}
      </Step>
    </ProfilePart>
  )
}

function Confirm({
  secret,
  qr,
  answer,
}: Answer & { secret: string; qr: { side: number; path: string } }) {
  return (
    <ProfilePart
      id="confirm"
      title="Scan, then type the code"
      line={
        <>
          <p>Or type this key into the app:</p>
          <p className="mt-2 font-mono text-sm break-all text-ink">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </p>
        </>
      }
    >
      <svg
        role="img"
        aria-label="QR code for your authenticator app. The key beside it says the same."
        viewBox={`0 0 ${qr.side} ${qr.side}`}
        shapeRendering="crispEdges"
        className="mb-6 w-52 border border-line bg-white"
      >
        <path d={qr.path} fill="#000" />
      </svg>
      <Step what="confirm" answer={answer}>
        {(own, busy) => (
          <>
            <Field
              label="Code from the app"
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              maxLength={12}
              error={own?.fields.code}
            />
            <p>
              <Button busy={busy} busyText="Loading...">
                Turn it on
              </Button>
            </p>
          </>
        )}
      </Step>
    </ProfilePart>
  )
}

function On({ codesLeft, required, answer }: Answer & { codesLeft: number; required: boolean }) {
  return (
    <>
      <ProfilePart
        id="codes"
        title="Backup codes"
        line={`${codesLeft} of your backup codes ${codesLeft === 1 ? 'is' : 'are'} left. New ones replace them.`}
      >
        <Step what="codes" answer={answer}>
          {(own, busy) => (
            <>
              <PasswordField
                label="Your password"
                name="password"
                autoComplete="current-password"
                required
                error={own?.fields.password}
              />
              <p>
                <Button kind="secondary" busy={busy} busyText="Loading...">
                  Make new backup codes
                </Button>
              </p>
            </>
          )}
        </Step>
      </ProfilePart>
      <ProfilePart
        id="off"
        title="On"
        line={
          required
            ? 'Admins cannot go without it.'
            : 'Without it, your password alone opens your account.'
        }
      >
        {!required && (
          <Step what="end" answer={answer}>
            {(own, busy) => (
              <>
                <PasswordField
                  label="Your password"
                  name="password"
                  autoComplete="current-password"
                  required
                  error={own?.fields.password}
                />
                <p>
                  <Button kind="secondary" busy={busy} busyText="Loading...">
                    Turn it off
                  </Button>
                </p>
              </>
            )}
          </Step>
        )}
      </ProfilePart>
    </>
  )
}

function BackupCodes({ codes }: { codes: readonly string[] }) {
  return (
    <section
      aria-labelledby="new-codes"
      className="mt-8 max-w-xl border border-line bg-sheet p-6"
      role="status"
    >
      <h2 id="new-codes" className="text-2xl">
        Keep these codes
      </h2>
      <p className="mt-3 text-soft">
        Each one signs you in once, should you lose your phone. We show them only now.
      </p>
      <ul className="mt-4 grid gap-x-8 gap-y-1 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </section>
  )
}
