import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { DisputeRows } from '#app/components/admin/dispute-rows.tsx'
import { DownloadCsv } from '#app/components/admin/download-csv.tsx'
import { addressIn, type ListPart } from '#app/components/admin/list-part.ts'
import { NewsRows } from '#app/components/admin/news-rows.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { RefundRows, SettleDialog } from '#app/components/admin/refund-rows.tsx'
import { SearchForm } from '#app/components/closet/search-form.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { attempt } from '#app/http/attempt.ts'
import { adminContext, appContext } from '#app/http/contexts.ts'
import { answerProblem, checkForm } from '#app/http/forms.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { givenUpEvents } from '#domain/checkout/given-up-events.ts'
import {
  type RetryProblem,
  refundsNeedingHand,
  retryRefund,
  settleRefundByHand,
} from '#domain/checkout/refunds-by-hand.ts'
import { disputesPage } from '#domain/disputes/dispute-queries.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/money.ts'
import { backSaying, failure, loadList, readPart, success } from './list-answers.ts'
import { answerNews } from './money-news.ts'

export const meta: Route.MetaFunction = () => pageMeta('Money')

const base = '/admin/money'

const PARTS = [
  { filter: null, label: 'Refunds that need a hand' },
  { filter: 'open', label: 'Open disputes' },
  { filter: 'disputes', label: 'All disputes' },
  { filter: 'news', label: 'News given up' },
] as const

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, paymentsAreReal } = context.get(appContext)
  const admin = context.get(adminContext)
  const { part, after, query } = readPart(request, base, ['open', 'disputes', 'news'])
  const { q } = part
  const openOnly = part.filter === 'open'
  const isDisputes = openOnly || part.filter === 'disputes'
  const loaded = await loadList(context, request, async () => ({
    refunds: part.filter === null ? await refundsNeedingHand(db, admin, after, q) : null,
    disputes: isDisputes ? await disputesPage(db, admin, after, { q, openOnly }) : null,
    news: part.filter === 'news' ? await givenUpEvents(db, admin, after) : null,
  }))
  const asked = parseId(query.get('settle'))
  const settling = loaded?.refunds?.rows.find(({ id }) => id === asked) ?? null
  return { part, loaded, settling, paymentsAreReal }
}

const settleForm = z.object({
  note: z
    .string('Please say how the money was given back.')
    .transform((text) => text.replaceAll('\0', '').replaceAll('\r\n', '\n').trim())
    .refine((text) => text !== '', 'Please say how the money was given back.')
    .refine((text) => [...text].length <= 1000, 'Please keep it to 1,000 characters.'),
})

export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(appContext)
  const admin = context.get(adminContext)
  const form = await request.formData()
  if (form.has('event')) return await answerNews(context, request, form)
  const refundId = parseId(form.get('refund'))
  if (!refundId) return backSaying(request, failure(SENTENCES['refund-not-found']))
  const settles = form.get('intent') === 'settle'
  const read = settles ? checkForm(settleForm, form) : null
  if (read && !read.ok) return answerProblem(read.problem)
  const done = await attempt(context, request, async () =>
    read
      ? await settleRefundByHand(db, admin, { refundId, note: read.value.note }, clock())
      : await retryRefund(db, admin, refundId, clock()),
  )
  if (done.failed)
    return backSaying(request, failure('This refund could not be changed. Please try again.'))
  if (!done.value.ok) return backSaying(request, failure(SENTENCES[done.value.problem.reason]))
  const text = settles
    ? 'The refund counts as given back.'
    : 'The payment provider is asked once more.'
  return backSaying(request, success(text))
}

const SENTENCES = {
  'refund-not-found': 'This refund was not found.',
  'nothing-to-do': 'Somebody has dealt with this refund already.',
  'another-under-way': 'Another refund of this deposit is under way. Please try again later.',
  'nothing-left': 'A dispute has taken this money meanwhile: nothing is owed any more.',
} satisfies Record<RetryProblem['reason'], string>

export default function Money({ loaderData, actionData }: Route.ComponentProps) {
  const { part, loaded, settling, paymentsAreReal } = loaderData
  const navigate = useNavigate()
  const here = addressIn(part)
  const page = loaded?.refunds ?? loaded?.disputes ?? loaded?.news ?? null
  return (
    <AdminFrame
      title="Money"
      line="Refunds that failed, and payments that were taken back."
      actions={<DownloadCsv list="money" />}
    >
      <div className="mt-6 flex flex-wrap-reverse items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 max-w-full max-sm:w-full">
          <Tabs
            label="Which money"
            tabs={PARTS.map(({ filter, label }) => ({
              to: addressIn({ ...part, filter }),
              label,
              current: filter === part.filter,
            }))}
          />
        </div>
        {part.filter !== 'news' && (
          <SearchForm
            label="Search people"
            q={part.q}
            kept={part.filter ? { part: part.filter } : {}}
          />
        )}
      </div>
      {loaded === null && <NotLoaded label="Refunds and disputes" to={here} />}
      {loaded?.refunds &&
        (loaded.refunds.rows.length > 0 ? (
          <RefundRows refunds={loaded.refunds.rows} />
        ) : (
          <Nothing part={part} title="No refund needs a hand">
            A refund that the payment provider cannot make is shown here.
          </Nothing>
        ))}
      {loaded?.disputes &&
        (loaded.disputes.rows.length > 0 ? (
          <DisputeRows disputes={loaded.disputes.rows} paymentsAreReal={paymentsAreReal} />
        ) : (
          <Nothing part={part} title={part.filter === 'open' ? 'No open dispute' : 'No disputes'}>
            Nobody has taken a payment back.
          </Nothing>
        ))}
      {loaded?.news &&
        (loaded.news.rows.length > 0 ? (
          <NewsRows news={loaded.news.rows} />
        ) : (
          <EmptyState title="No news was given up">
            What the payment provider told us and nothing could be made of for three days is shown
            here.
          </EmptyState>
        ))}
      <div className="mt-10">
        <Pagination
          label="Money"
          first={part.isFirst ? null : here}
          next={page?.next ? addressIn(part, { after: page.next }) : null}
        />
      </div>
      {settling && (
        <SettleDialog
          key={settling.id}
          refund={settling}
          answer={actionData}
          onClose={() => navigate(here, { preventScrollReset: true, replace: true })}
        />
      )}
    </AdminFrame>
  )
}

function Nothing({
  part: { q, filter },
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
      title={`Nobody matches “${q}”`}
      action={
        <LinkButton to={filter ? `${base}?part=${filter}` : base} kind="secondary">
          Clear the search
        </LinkButton>
      }
    />
  )
}
