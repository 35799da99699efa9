import { data, href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { MailBadge } from '#app/components/admin/mail-badge.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import type { Unexpected } from '#app/forms/answered.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, success } from '#app/request/flash.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { MailId } from '#db/ids.ts'
import { findMail, type SendAgainProblem, sendMailAgain } from '#domain/outbound/mail/sent-mail.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { Route } from './+types/one-mail.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? loaderData.mail.subject : 'Not found')

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = orNotFound(parseId<MailId>(params.id))
  const { db, admin } = adminIn(context)
  const mail = orNotFound(await findMail(db, admin, id))
  return { mail }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, clock, admin } = adminIn(context)
  const id = orNotFound(parseId<MailId>(params.id))
  const sent = await attempt(context, request, () => sendMailAgain(db, admin, id, clock()))
  if (sent.ok) {
    const mail = await findMail(db, admin, id)
    const text = isolated(`The email to ${mail?.to} is being sent again.`)
    return redirectBackWithToast(request, success(text))
  }
  if (sent.problem.reason === 'mail-not-found') throw data(null, { status: 404 })
  return redirectBackWithToast(request, failure(SENTENCES[sent.problem.reason]))
}

const SENTENCES = {
  'sent-already': 'This email has already been sent.',
  unexpected: 'This email could not be sent again. Please try again.',
} satisfies Partial<Record<(SendAgainProblem | Unexpected)['reason'], string>>

export default function OneMail({ loaderData }: Route.ComponentProps) {
  const { mail } = loaderData
  const { subject, to, state, attempts, lastError, createdAt, sentAt, contents } = mail
  const facts = [
    ['Status', <MailBadge key="state" state={state} />],
    ['Type', mail.template],
    ['Created', <Moment key="created" at={createdAt} />],
    ['Sent', sentAt ? <Moment key="sent" at={sentAt} /> : '–'],
    ['Attempts', attempts],
  ] as const
  return (
    <AdminFrame
      title={subject}
      line={<span className="break-all">To {to}</span>}
      actions={
        state === 'failed' && (
          <Form method="post">
            <Button>Send again</Button>
          </Form>
        )
      }
    >
      <p className="mt-4">
        <Link to={href('/admin/mail')} className="text-sm text-link">
          All emails
        </Link>
      </p>
      <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-3 border-y border-line py-4 text-sm [&_dt]:text-soft">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {lastError && (
        <Notice kind="error" className="mt-6">
          {lastError}
        </Notice>
      )}
      {contents ? (
        <>
          <h2 className="mt-8 text-2xl">Plain text</h2>
          <div className="mt-3 border border-line bg-sheet p-5 font-mono text-sm break-words whitespace-pre-wrap">
            {contents.text}
          </div>
          <h2 className="mt-10 text-2xl">HTML</h2>
          <iframe
            title="HTML version of the email"
            srcDoc={contents.html}
            // Without scripts and with an opaque origin: content written by strangers stays inside
            // the email.
            sandbox=""
            className="mt-3 h-[40rem] w-full border border-line bg-sheet"
          />
        </>
      ) : (
        <Notice className="mt-8">
          This email contains a private link or code, so its contents are not shown.
        </Notice>
      )}
    </AdminFrame>
  )
}
