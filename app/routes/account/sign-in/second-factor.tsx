import type { ReactNode } from 'react'
import { data, useNavigation } from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { BackupCodes } from '#app/components/profile/backup-codes.tsx'
import { ProfileFrame, ProfilePart } from '#app/components/profile/profile-frame.tsx'
import { ProofFields } from '#app/components/profile/proof-fields.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { appContext, signedInContext } from '#app/request/contexts.ts'
import { withoutCache } from '#app/request/private-answers.ts'
import { qrPath } from '#app/responses/qr-path.ts'
import { Button } from '#app/ui/button.tsx'
import type { ButtonKind } from '#app/ui/button-style.ts'
import { Field } from '#app/ui/fields/field.tsx'
import { Form } from '#app/ui/form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { readSecondFactor } from '#domain/accounts/sign-in/second-factor.ts'
import type { Route } from './+types/second-factor.ts'
import { answerSecondFactorForm } from './second-factor-actions.ts'

export const meta: Route.MetaFunction = () => pageMeta('Two-step verification')

// This page shows secrets.
export const headers: Route.HeadersFunction = ({ actionHeaders }) => withoutCache(actionHeaders)

export async function loader({ context }: Route.LoaderArgs) {
  const { db, auth, paymentsAreReal } = context.get(appContext)
  const person = context.get(signedInContext)
  const factor = await readSecondFactor(db, auth, person)
  const qr = factor.state === 'begun' ? qrPath(factor.uri) : null
  const required = paymentsAreReal && person.accountType === 'admin'
  return data({ factor, qr, required })
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  return await answerSecondFactorForm({ request, context, form })
}

export default function SecondFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { factor, qr, required } = loaderData
  const codes = actionData?.ok ? actionData.backupCodes : null
  const answer = actionData && !actionData.ok ? actionData : undefined
  return (
    <ProfileFrame>
      <h1 className="mt-8 sm:mt-12">Two-step verification</h1>
      <p className="mt-4 max-w-[60ch] text-lg text-soft">
        Enter a code from an app on your phone when you sign in. Even someone who knows your
        password cannot sign in without it.
      </p>
      {required && factor.state !== 'on' && (
        <Notice className="mt-6 max-w-xl">Admins must set up two-step verification first.</Notice>
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

type StepProps = Answer & {
  what: string
  button: string
  kind?: ButtonKind
  children: (errors: Problem['fields'] | undefined) => ReactNode
}

function Step({ what, answer, button, kind, children }: StepProps) {
  const own = answer?.values.what === what ? answer : undefined
  const busy = useNavigation().formData?.get('what') === what
  return (
    <Form method="post" answer={own} noValidate className="grid gap-5">
      <input type="hidden" name="what" value={what} />
      {children(own?.fields)}
      <p>
        <Button kind={kind} busy={busy} busyText="Loading...">
          {button}
        </Button>
      </p>
    </Form>
  )
}

function Begin({ answer }: Answer) {
  return (
    <ProfilePart
      id="begin"
      title="Off"
      line="You need an authenticator app, such as 1Password, Google Authenticator or the one built into your phone."
    >
      <Step what="begin" answer={answer} button="Set it up">
        {(errors) => <ProofFields hasSecondFactor={false} errors={errors} />}
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
      title="Scan the QR code, then enter the code"
      line={
        <>
          <p>Or enter this key in the app:</p>
          <p className="mt-2 font-mono text-sm break-words text-ink">
            {secret.match(/.{1,4}/g)?.join(' ')}
          </p>
        </>
      }
    >
      <svg
        role="img"
        aria-label="QR code for your authenticator app. It contains the key shown next to it."
        viewBox={`0 0 ${qr.side} ${qr.side}`}
        shapeRendering="crispEdges"
        className="mb-6 w-52 border border-line bg-white"
      >
        <path d={qr.path} fill="#000" />
      </svg>
      <Step what="confirm" answer={answer} button="Turn it on">
        {(errors) => (
          <Field
            label="Code from the app"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={12}
            error={errors?.code}
          />
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
        line={`You have ${codesLeft} backup code${codesLeft === 1 ? '' : 's'} left. New codes replace the old ones.`}
      >
        <Step what="codes" answer={answer} button="Make new backup codes" kind="secondary">
          {(errors) => <ProofFields hasSecondFactor errors={errors} />}
        </Step>
      </ProfilePart>
      <ProfilePart
        id="off"
        title="On"
        line={
          required
            ? 'Admins cannot turn it off.'
            : 'If you turn it off, you only need your password to sign in.'
        }
      >
        {!required && (
          <Step what="end" answer={answer} button="Turn it off" kind="secondary">
            {(errors) => <ProofFields hasSecondFactor errors={errors} />}
          </Step>
        )}
      </ProfilePart>
    </>
  )
}
