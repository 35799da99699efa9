import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { AuditLines } from '#app/components/admin/audit-lines.tsx'
import { BooksCard } from '#app/components/admin/books-card.tsx'
import { NotLoaded } from '#app/components/admin/not-loaded.tsx'
import { OverviewFigures } from '#app/components/admin/overview-figures.tsx'
import { type WaitingKind, WhatWaits } from '#app/components/admin/what-waits.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { attempt } from '#app/http/attempt.ts'
import { adminContext, appContext, todayIn } from '#app/http/contexts.ts'
import { safeReturnTo } from '#app/http/return-to.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { countWaitingApplications } from '#domain/closets/application-queries.ts'
import { countWaitingItems } from '#domain/items/reviewed-items.ts'
import { countFailedMail } from '#domain/mail/sent-mail.ts'
import { auditLog } from '#domain/oversight/audit-log.ts'
import { figures } from '#domain/oversight/overview.ts'
import { switchUserToUser } from '#domain/platform-settings/switch-user-to-user.ts'
import { countNeedingAction } from '#domain/rentals/rental-panel.ts'
import type { Route } from './+types/dashboard.ts'
import { failure, loadList, sayingAt, success } from './list-answers.ts'

export const meta: Route.MetaFunction = () => pageMeta('Admin')

const LAST_LINES = 6
const EVERYTHING = {
  actor: '',
  noun: '',
  action: '',
  nounId: '',
  from: null,
  to: null,
  after: null,
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, timeZone } = context.get(appContext)
  const admin = context.get(adminContext)
  const loaded = await loadList(context, request, async () => {
    const [numbers, applications, items, rentals, mail, log] = await Promise.all([
      figures(db, admin, clock()),
      countWaitingApplications(db, admin),
      countWaitingItems(db, admin),
      countNeedingAction(db, admin, todayIn(context)),
      countFailedMail(db, admin),
      auditLog(db, admin, { ...EVERYTHING, timeZone }),
    ])
    return {
      numbers,
      waiting: { applications, items, rentals, mail },
      lines: log.rows.slice(0, LAST_LINES),
    }
  })
  return { loaded }
}

/** The switch, from whatever page of the dashboard it was thrown on. */
export async function action({ request, context }: Route.ActionArgs) {
  const { db, clock } = context.get(appContext)
  const form = await request.formData()
  const enabled = form.get('enabled') === 'yes'
  const asked = form.get('return_to')
  const returnTo = typeof asked === 'string' ? safeReturnTo(asked) : '/admin'
  const to = /^\/admin(?=$|[/?])/.test(returnTo) ? returnTo : '/admin'
  if (form.get('intent') !== 'user-to-user') return sayingAt('/admin', failure(FAILED))
  const done = await attempt(context, request, () =>
    switchUserToUser(db, context.get(adminContext), enabled, clock()),
  )
  return sayingAt(to, done.failed ? failure(FAILED) : success(enabled ? ON : OFF))
}

const FAILED = 'Error updating setting. Please try again.'
const ON = 'Users can apply and post items from now on.'
const OFF = 'Only admins post items from now on. What is listed stays.'

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { loaded } = loaderData
  if (!loaded)
    return (
      <AdminFrame title="Admin">
        <NotLoaded label="The overview" to="/admin" />
      </AdminFrame>
    )
  const { numbers, waiting, lines } = loaded
  return (
    <AdminFrame title="Admin">
      <OverviewFigures figures={numbers} />
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 lg:grid-cols-2">
        <section aria-labelledby="waits">
          <h2 id="waits" className="text-[1.75rem]">
            What waits
          </h2>
          <WhatWaits kinds={kindsOf(waiting, numbers)} />
          <h2 className="mt-10 text-[1.75rem]">The books</h2>
          <BooksCard />
        </section>
        <section aria-labelledby="lately">
          <div className="flex items-baseline justify-between gap-4">
            <h2 id="lately" className="text-[1.75rem]">
              Lately
            </h2>
            <LinkButton to="/admin/audit" kind="quiet" size="small">
              Audit Log
            </LinkButton>
          </div>
          {lines.length > 0 ? (
            <AuditLines lines={lines} narrow />
          ) : (
            <p className="mt-4 border-t border-line pt-5 text-soft">Nothing has happened yet.</p>
          )}
        </section>
      </div>
    </AdminFrame>
  )
}

type Loaded = NonNullable<Route.ComponentProps['loaderData']['loaded']>

function kindsOf(waiting: Loaded['waiting'], numbers: Loaded['numbers']): WaitingKind[] {
  return [
    {
      to: '/admin/applications',
      count: waiting.applications,
      one: 'application for a business account',
      many: 'applications for a business account',
    },
    {
      to: '/admin/items',
      count: waiting.items,
      one: 'item to approve or deny',
      many: 'items to approve or deny',
    },
    {
      to: '/admin/rentals',
      count: waiting.rentals,
      one: 'rental that needs a step',
      many: 'rentals that need a step',
    },
    {
      to: '/admin/money',
      count: numbers.failedRefunds,
      one: 'refund that failed',
      many: 'refunds that failed',
    },
    {
      to: '/admin/money?part=open',
      count: numbers.openDisputes,
      one: 'open dispute',
      many: 'open disputes',
    },
    {
      to: '/admin/money?part=news',
      count: numbers.givenUpNews,
      one: 'payment event that was given up',
      many: 'payment events that were given up',
    },
    {
      to: '/admin/mail?part=failed',
      count: waiting.mail,
      one: 'mail that could not be sent',
      many: 'mails that could not be sent',
    },
  ]
}
