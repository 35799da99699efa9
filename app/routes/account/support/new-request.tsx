import { data, href } from 'react-router'
import { AdminNotice } from '#app/components/pages/admin-notice.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { BetterPath } from '#app/components/support/better-paths.tsx'
import { SupportForm } from '#app/components/support/support-form.tsx'
import { SupportKinds } from '#app/components/support/support-kinds.tsx'
import { ANSWER_TIMES } from '#app/components/support/support-sentences.ts'
import { appContext, type Context, shopperIn, todayIn } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { countAttempt } from '#app/request/limits.ts'
import { answerTooMany } from '#app/request/too-many.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { type SupportKind, supportKinds } from '#db/enums.ts'
import type { ItemId, RentalId } from '#db/ids.ts'
import { openSupportRequest } from '#domain/care/support/support.ts'
import { type About, findSubject } from '#domain/care/support/support-subject.ts'
import { SUPPORT_KINDS } from '#domain/care/support/support-words.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/new-request.ts'
import { answerSupportProblem, readWritten } from './written-form.ts'

const TITLE = 'Something is wrong'

export const meta: Route.MetaFunction = () => pageMeta(TITLE)

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

/** What the address names: a rental or an item, and the kind of problem. */
function readAddress(request: Request) {
  const query = new URL(request.url).searchParams
  const rentalId = parseId<RentalId>(query.get('rental'))
  const itemId = parseId<ItemId>(query.get('item'))
  const about: About | null = rentalId ? { rentalId } : itemId ? { itemId } : null
  return { about, kind: supportKinds.find((known) => known === query.get('kind')) ?? null }
}

/** The rental or item of the address; 404 for one that the person cannot see. */
async function readSubject(context: Context, shopper: Shopper, about: About | null) {
  if (!about) return null
  const { db } = context.get(appContext)
  return orNotFound(await findSubject(db, shopper, about, todayIn(context)))
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const shopper = shopperIn(context)
  if (!shopper) return null
  const { about, kind } = readAddress(request)
  return { kind, subject: await readSubject(context, shopper, about), formKey: newId() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const app = context.get(appContext)
  const shopper = shopperIn(context)
  const { about, kind } = readAddress(request)
  if (!shopper || !kind) throw data(null, { status: 404 })
  const read = await readWritten(context, request, shopper)
  if (!read.ok) return read.answer
  const { form, written } = read
  const taken = await countAttempt(app, 'support request', shopper.id)
  if (!taken.ok) return answerTooMany(taken.problem, form, 'Too many requests.')
  const place = { today: todayIn(context), timeZone: app.timeZone, origin: app.originOf(request) }
  const opened = await openSupportRequest(
    app.db,
    shopper,
    { ...written, kind, about, ...place },
    app.clock(),
  )
  if (opened.ok)
    return redirectWithSuccess(
      href('/help/requests/:id', { id: opened.value.id }),
      'We received your request and have sent you an email.',
    )
  const { reason } = opened.problem
  if (reason === 'subject-not-found') throw data(null, { status: 404 })
  return answerSupportProblem(reason, form)
}

/** The kinds of problems; then what solves the chosen one faster, and the form. */
export default function NewRequest({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <AdminNotice title={TITLE} />
  const { kind, subject, formKey } = loaderData
  const about: Record<string, string> = subject?.rentalId
    ? { rental: subject.rentalId }
    : subject?.itemId
      ? { item: subject.itemId }
      : {}
  const address = (more: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ ...about, ...more })
    const path = href('/help/requests/new')
    return query.size > 0 ? `${path}?${query}` : path
  }
  const kindTo = (chosen: SupportKind) => address({ kind: chosen })
  return (
    <div className="page-column grid gap-x-16 gap-y-10 py-10 sm:py-16 lg:grid-cols-[5fr_6fr]">
      <header>
        <Link to={href('/help/requests')} className="inline-flex min-h-7 items-center text-link">
          Your requests
        </Link>
        <h1 className="mt-3">{TITLE}</h1>
        {subject && (
          <p className="mt-5 max-w-[42ch] text-lg wrap-anywhere text-soft">
            {subject.side === 'renter' ? 'Your rental of ' : subject.side ? 'The rental of ' : ''}
            {subject.title}
          </p>
        )}
        <p className="mt-3 max-w-[42ch] text-soft">{ANSWER_TIMES}</p>
      </header>
      {kind ? (
        <div className="grid content-start gap-8">
          <p>
            <span className="text-soft">Problem:</span> {SUPPORT_KINDS[kind]}.{' '}
            <TextLink to={address({})}>Change</TextLink>
          </p>
          <BetterPath kind={kind} subject={subject} />
          <SupportForm
            key={kind}
            action={kindTo(kind)}
            label="What happened?"
            hint="Say what you need from us, and by when."
            submit="Send"
            formKey={formKey}
            answer={actionData}
          />
        </div>
      ) : (
        <section aria-labelledby="kinds">
          <h2 id="kinds" className="mb-4 text-2xl">
            What is it about?
          </h2>
          <SupportKinds kindTo={kindTo} />
        </section>
      )}
    </div>
  )
}
