import type { ReactNode } from 'react'
import { href } from 'react-router'
import * as z from 'zod'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { DownloadCsv } from '#app/components/admin/download-csv.tsx'
import { addressIn, type ListPart } from '#app/components/admin/list-part.ts'
import { Moment } from '#app/components/admin/moment.tsx'
import { DisputeRows } from '#app/components/admin/money/dispute-rows.tsx'
import { RefundRows, ResolveDialog } from '#app/components/admin/money/refund-rows.tsx'
import { ExplainDialog, UnexplainedRows } from '#app/components/admin/money/unexplained-rows.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { RowButton } from '#app/components/admin/row-actions.tsx'
import { NewestSearched } from '#app/components/manage/newest-searched.tsx'
import { SearchForm } from '#app/components/manage/search-form.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import type { Unexpected } from '#app/forms/answered.ts'
import { answerProblem, checkForm } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { lines } from '#app/forms/text-fields.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn } from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, success } from '#app/request/flash.ts'
import { loadList, readPart } from '#app/routes/admin/list-answers.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { RefundId } from '#db/ids.ts'
import { type MoneyPart, moneyParts } from '#domain/admin/figures/figure-periods.ts'
import { moneyCounts } from '#domain/admin/figures/money-counts.ts'
import { nameOfRefund } from '#domain/admin/lists/names-of.ts'
import { unexplainedPage } from '#domain/money/balance/balance.ts'
import {
  type ResolveProblem,
  type RetryProblem,
  resolveRefund,
  retryRefund,
  unresolvedRefunds,
} from '#domain/money/checkout/refunding/manual-refunds.ts'
import { disputesPage } from '#domain/money/disputes/dispute-queries.ts'
import { EVENT_RETRY_DAYS } from '#domain/money/events/event-retries.ts'
import { type FailedEvent, failedEvents } from '#domain/money/events/failed-events.ts'
import { dollars } from '#domain/shared/cents.ts'
import { inWords } from '#domain/shared/figures.ts'
import { parseId } from '#domain/shared/ids.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import type { Route } from './+types/money.ts'
import { answerExplanation } from './explain-transaction.ts'
import { answerFailedEvent } from './failed-payment-events.ts'

export const meta: Route.MetaFunction = () => pageMeta('Payment problems')

const base = href('/admin/money')

const LABELS = {
  refunds: 'Failed refunds',
  open: 'Open disputes',
  disputes: 'All disputes',
  events: 'Unprocessed payment events',
  unexplained: 'Unexplained transactions',
} as const satisfies Record<MoneyPart, string>

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, paymentsAreReal, admin } = adminIn(context)
  const { part: wanted, after, query } = readPart(request, base, moneyParts)
  const { q } = wanted
  const loaded = await loadList(context, request, async () => {
    const counts = await moneyCounts(db, admin, q)
    // A search covers every part: the first one with results is shown.
    const found = q ? moneyParts.find((part) => counts[part] > 0) : undefined
    const filter = moneyParts.find((part) => part === wanted.filter) ?? found ?? 'refunds'
    const openOnly = filter === 'open'
    const isDisputes = openOnly || filter === 'disputes'
    return {
      counts,
      filter,
      refunds: filter === 'refunds' ? await unresolvedRefunds(db, admin, after, q) : null,
      disputes: isDisputes ? await disputesPage(db, admin, after, { q, openOnly }) : null,
      events: filter === 'events' ? await failedEvents(db, admin, after, q) : null,
      unexplained: filter === 'unexplained' ? await unexplainedPage(db, admin, after, q) : null,
    }
  })
  const requested = parseId<RefundId>(query.get('resolve'))
  const resolving = loaded?.refunds?.rows.find(({ id }) => id === requested) ?? null
  const explaining = loaded?.unexplained?.rows.find(({ id }) => id === query.get('explain')) ?? null
  const part = { ...wanted, filter: loaded?.filter ?? wanted.filter }
  return { part, after, loaded, resolving, explaining, paymentsAreReal }
}

const resolveForm = z.object({
  // The amount that the page showed: the amount owed may have decreased since.
  cents: z.coerce.number().int().catch(0),
  note: lines({ maxLength: 1000, missing: 'Please say how the money was refunded.' }),
})

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock, admin } = adminIn(context)
  const form = await readForm(request)
  if (form.has('event')) return await answerFailedEvent(context, request, form)
  if (form.has('transaction')) return await answerExplanation(context, request, form)
  const refundId = parseId<RefundId>(form.get('refund'))
  if (!refundId) return redirectBackWithToast(request, failure(SENTENCES['refund-not-found']))
  const resolves = form.get('intent') === 'resolve'
  const read = resolves ? checkForm(resolveForm, form) : null
  if (read && !read.ok) return answerProblem(read.problem)
  const done = await attempt(context, request, async () =>
    read
      ? await resolveRefund(db, admin, { refundId, ...read.value }, clock())
      : await retryRefund(db, admin, refundId, clock()),
  )
  if (!done.ok) return redirectBackWithToast(request, failure(sentenceFor(done.problem)))
  const name = await nameOfRefund(db, admin, refundId)
  const text = isolated(
    resolves
      ? `The refund to ${name} is marked as made.`
      : `The refund to ${name} is being retried.`,
  )
  return redirectBackWithToast(request, success(text))
}

const SENTENCES = {
  'refund-not-found': 'This refund was not found.',
  'nothing-to-do': 'This refund has already been handled.',
  'another-under-way': 'Another refund of this payment is in progress. Please try again later.',
  'nothing-left':
    'Nothing is left to refund: in the meantime the money was disputed, or the credits were used or expired.',
  unexpected: 'This refund could not be changed. Please try again.',
} satisfies Record<(RetryProblem | Unexpected)['reason'], string>

function sentenceFor(problem: RetryProblem | ResolveProblem | Unexpected): string {
  if (problem.reason !== 'amount-changed') return SENTENCES[problem.reason]
  return `Only ${dollars(problem.owedCents)} of this refund is still owed. Please check how much was returned, then mark it again.`
}

export default function Money({ loaderData, actionData }: Route.ComponentProps) {
  const { part, after, loaded, resolving, explaining, paymentsAreReal } = loaderData
  const here = addressIn(part)
  const isDispute = Boolean(loaded?.disputes)
  const page = loaded?.refunds ?? loaded?.disputes ?? loaded?.events ?? loaded?.unexplained ?? null
  const thisPage = (more = {}) => addressIn(part, { ...(after && { after }), ...more })
  return (
    <AdminFrame
      title="Payment problems"
      line="Failed refunds, disputed payments, and transactions at Stripe that nothing explains."
      actions={
        <>
          <LinkButton to={href('/admin/figures')} kind="secondary">
            Analytics
          </LinkButton>
          <DownloadCsv list="money" />
        </>
      }
    >
      <div className="mt-6 flex flex-wrap-reverse items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 max-w-full max-sm:w-full">
          <Tabs
            label="Filter payments"
            tabs={moneyParts.map((filter) => ({
              to: addressIn({ ...part, filter }),
              label: LABELS[filter],
              current: filter === part.filter,
              count: loaded?.counts[filter] ? showCounted(loaded.counts[filter]) : undefined,
            }))}
          />
        </div>
        <SearchForm label="Search name, email or id" q={part.q} />
      </div>
      <NewestSearched
        what={isDispute ? 'disputes' : 'entries'}
        isPartial={page?.isPartial ?? false}
        findsFew={isDispute}
      />
      {loaded === null && <NotLoaded label="Payment problems" to={here} />}
      {loaded?.refunds &&
        (loaded.refunds.rows.length > 0 ? (
          <RefundRows refunds={loaded.refunds.rows} />
        ) : (
          <Nothing part={part} title="No failed refunds">
            Refunds that the payment provider could not make are shown here.
          </Nothing>
        ))}
      {loaded?.disputes &&
        (loaded.disputes.rows.length > 0 ? (
          <DisputeRows disputes={loaded.disputes.rows} paymentsAreReal={paymentsAreReal} />
        ) : (
          <Nothing part={part} title={part.filter === 'open' ? 'No open disputes' : 'No disputes'}>
            Payments that a user disputes with the bank are shown here.
          </Nothing>
        ))}
      {loaded?.events &&
        (loaded.events.rows.length > 0 ? (
          <FailedEventRows events={loaded.events.rows} />
        ) : (
          <Nothing part={part} title="No unprocessed payment events">
            Payment events that could not be processed for {inWords(EVENT_RETRY_DAYS, 'day')} are
            shown here.
          </Nothing>
        ))}
      {loaded?.unexplained &&
        (loaded.unexplained.rows.length > 0 ? (
          <UnexplainedRows
            rows={loaded.unexplained.rows}
            explainTo={(explain) => thisPage({ explain })}
            paymentsAreReal={paymentsAreReal}
          />
        ) : (
          <Nothing part={part} title="Everything is explained">
            Money that moved at Stripe without a payment, refund, dispute or transfer of ours is
            shown here.
          </Nothing>
        ))}
      <div className="mt-10">
        <Pagination
          label="Payment problems"
          first={part.isFirst ? null : here}
          next={page?.next ? addressIn(part, { after: page.next }) : null}
        />
      </div>
      {resolving && (
        <ResolveDialog key={resolving.id} refund={resolving} answer={actionData} closeTo={here} />
      )}
      {explaining && (
        <ExplainDialog
          key={explaining.id}
          transaction={explaining}
          answer={actionData}
          closeTo={thisPage()}
        />
      )}
    </AdminFrame>
  )
}

function Nothing({
  part: { q },
  title,
  children,
}: {
  part: ListPart
  title: string
  children: ReactNode
}) {
  if (!q) return <EmptyState title={title}>{children}</EmptyState>
  return (
    <EmptyState
      title={`Nothing here matches “${q}”`}
      action={
        <LinkButton to={base} kind="secondary">
          Clear search
        </LinkButton>
      }
    >
      Only problems are listed here.{' '}
      <TextLink to={`${href('/admin/payments')}?${new URLSearchParams({ q })}`}>
        Search all payments
      </TextLink>
      .
    </EmptyState>
  )
}

function FailedEventRows({ events }: { events: readonly FailedEvent[] }) {
  return (
    <ul className="mt-6 border-t border-line">
      {events.map(({ id, type, lastError, receivedAt, failedAt }) => (
        <li
          key={id}
          className="grid items-center gap-x-8 gap-y-2 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_auto]"
        >
          <div className="min-w-0">
            <h2 className="text-lg leading-snug break-words">{type}</h2>
            <p className="text-sm break-all text-soft">{id}</p>
            <p className="text-sm text-soft">
              Received <Moment at={receivedAt} />, failed <Moment at={failedAt} />
            </p>
            {lastError && <p className="text-sm break-words text-danger">{lastError}</p>}
          </div>
          <div className="flex flex-wrap items-center gap-x-5">
            <RowButton fields={{ intent: 'retry-event', event: id }} name={id}>
              Try again
            </RowButton>
            <RowButton fields={{ intent: 'dismiss-event', event: id }} name={id}>
              Dismiss
            </RowButton>
          </div>
        </li>
      ))}
    </ul>
  )
}
