import { useNavigate } from 'react-router'
import * as z from 'zod'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { DisputeRows } from '#app/components/admin/dispute-rows.tsx'
import { RefundRows, SettleDialog } from '#app/components/admin/refund-rows.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { attempt } from '#app/http/attempt.ts'
import { adminContext, appContext } from '#app/http/contexts.ts'
import { answerProblem, checkForm } from '#app/http/forms.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
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

export const meta: Route.MetaFunction = () => pageMeta('Money')

const base = '/admin/money'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, paymentsAreReal } = context.get(appContext)
  const admin = context.get(adminContext)
  const { part, after, query } = readPart(request, base, ['disputes'])
  const shows = part.filter === 'disputes' ? 'disputes' : 'refunds'
  const loaded = await loadList(context, request, async () => ({
    refunds: shows === 'refunds' ? await refundsNeedingHand(db, admin, after) : null,
    disputes: shows === 'disputes' ? await disputesPage(db, admin, after) : null,
  }))
  const asked = parseId(query.get('settle'))
  const settling = loaded?.refunds?.rows.find(({ id }) => id === asked) ?? null
  return { shows, loaded, settling, isFirst: after === null, paymentsAreReal }
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
  const { shows, loaded, settling, isFirst, paymentsAreReal } = loaderData
  const navigate = useNavigate()
  const here = shows === 'disputes' ? `${base}?part=disputes` : base
  const page = loaded?.refunds ?? loaded?.disputes ?? null
  const next = page?.next && `${base}?${new URLSearchParams({ part: shows, after: page.next })}`
  return (
    <AdminFrame title="Money" line="Refunds that failed, and payments that were taken back.">
      <div className="mt-6">
        <Tabs
          label="Which money"
          tabs={[
            { to: base, label: 'Refunds that need a hand', current: shows === 'refunds' },
            { to: `${base}?part=disputes`, label: 'Disputes', current: shows === 'disputes' },
          ]}
        />
      </div>
      {loaded === null && (
        <div role="alert">
          <EmptyState
            title="This could not be loaded"
            action={
              <LinkButton to={here} reloadDocument>
                Try again
              </LinkButton>
            }
          />
        </div>
      )}
      {loaded?.refunds &&
        (loaded.refunds.rows.length > 0 ? (
          <RefundRows refunds={loaded.refunds.rows} />
        ) : (
          <EmptyState title="No refund needs a hand">
            A refund that the payment provider cannot make is shown here.
          </EmptyState>
        ))}
      {loaded?.disputes &&
        (loaded.disputes.rows.length > 0 ? (
          <DisputeRows disputes={loaded.disputes.rows} paymentsAreReal={paymentsAreReal} />
        ) : (
          <EmptyState title="No disputes">Nobody has taken a payment back.</EmptyState>
        ))}
      <div className="mt-10">
        <Pagination label={shows} first={isFirst ? null : here} next={next ?? null} />
      </div>
      {settling && (
        <SettleDialog
          key={settling.id}
          refund={settling}
          answer={actionData}
          onClose={() => navigate(base, { preventScrollReset: true, replace: true })}
        />
      )}
    </AdminFrame>
  )
}
