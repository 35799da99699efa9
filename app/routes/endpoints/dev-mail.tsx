import { data, href } from 'react-router'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { appContext } from '#app/request/contexts.ts'
import { SITE_ONLY } from '#app/request/private-answers.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { readsOutbox } from '#app/responses/outbox-reader.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Link } from '#app/ui/link.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { MailId } from '#db/ids.ts'
import { unsubscribeAddress } from '#domain/accounts/people/unsubscribe-link.ts'
import { type OutboxEntry, outboxPage, readMail } from '#domain/outbound/mail/outbox.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/dev-mail.ts'

export const meta: Route.MetaFunction = () => pageMeta('Emails')

export const headers: Route.HeadersFunction = () => ({
  'Cache-Control': 'no-store',
  'Referrer-Policy': SITE_ONLY,
})

/** The emails that would have been sent, when no mail server is set up. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, auth, originOf } = context.get(appContext)
  if (!readsOutbox(context)) throw data(null, { status: 404 })
  const { searchParams } = new URL(request.url)
  const wanted = searchParams.get('message')
  if (wanted === null) {
    const after = searchParams.get('after')
    const { rows, next } = await outboxPage(db, after)
    return { mail: null, list: { rows: rows.map(shown), next, isFirst: after === null } }
  }
  const id = orNotFound(parseId<MailId>(wanted))
  const mail = orNotFound(
    await readMail(db, id, (to) => unsubscribeAddress(auth.secret, originOf(request), to)),
  )
  return { mail: { ...shown(mail), text: mail.text, html: mail.html }, list: null }
}

function shown({ createdAt, sentAt, ...entry }: OutboxEntry) {
  const at = `${createdAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return { ...entry, at, sent: sentAt !== null }
}

export default function DevMail({ loaderData }: Route.ComponentProps) {
  const { mail, list } = loaderData
  return (
    <main className="page-column max-w-4xl py-8 sm:py-12">
      {mail ? <Message {...mail} /> : <Outbox {...list} />}
    </main>
  )
}

type Shown = ReturnType<typeof shown>

function Outbox({
  rows,
  next,
  isFirst,
}: {
  rows: readonly Shown[]
  next: string | null
  isFirst: boolean
}) {
  return (
    <>
      <h1 className="text-4xl">Emails</h1>
      <p className="mt-3 text-soft">
        No mail server is set up, so emails are only shown here.{' '}
        <Link to={href('/')} className="text-link text-ink">
          Back to the site
        </Link>
      </p>
      {rows.length === 0 ? (
        <EmptyState title="No emails yet">
          Sign up or reset your password to get an email.
        </EmptyState>
      ) : (
        <ul className="mt-8 divide-y divide-line border-y border-line">
          {rows.map(({ id, subject, to, at, sent, lastError }) => (
            <li key={id} className="py-4">
              <Link to={`${href('/dev/mail')}?message=${id}`} className="font-medium text-link">
                {subject}
              </Link>
              <Facts className="mt-1 text-sm text-soft">
                {`To ${to}`}
                <time>{at}</time>
                {!sent && 'not sent yet'}
                {lastError}
              </Facts>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8">
        <Pagination
          label="Emails"
          first={isFirst ? null : href('/dev/mail')}
          next={next && `${href('/dev/mail')}?${new URLSearchParams({ after: next })}`}
        />
      </div>
    </>
  )
}

function Message({ subject, to, at, text, html }: Shown & { text: string; html: string }) {
  return (
    <>
      <p>
        <TextLink to={href('/dev/mail')}>All emails</TextLink>
      </p>
      <h1 className="mt-4 text-4xl">{subject}</h1>
      <Facts className="mt-2 text-sm text-soft">
        {`To ${to}`}
        <time>{at}</time>
      </Facts>
      <h2 className="mt-10 eyebrow">Plain text</h2>
      <div className="mt-2 border border-line bg-sheet p-5 font-mono text-sm break-words whitespace-pre-wrap">
        <WithLinks text={text} />
      </div>
      <h2 className="mt-10 eyebrow">HTML</h2>
      <iframe
        title="HTML version of the email"
        srcDoc={html}
        // Without scripts and with an opaque origin: content written by strangers stays inside the
        // email.
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="mt-2 h-[44rem] w-full border border-line bg-sheet"
      />
    </>
  )
}

function WithLinks({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
      <a key={index} href={part} className="text-link">
        {part}
      </a>
    ) : (
      part
    ),
  )
}
