import { href } from 'react-router'
import { ACCOUNT_WORDS } from '#app/components/admin/account-types.tsx'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { Facts } from '#app/components/admin/facts.tsx'
import { Moment } from '#app/components/admin/moment.tsx'
import { PersonActs } from '#app/components/admin/people/person-acts.tsx'
import {
  PersonGlance,
  PersonHistorySections,
} from '#app/components/admin/people/person-history.tsx'
import { DeleteNote, PersonNotes } from '#app/components/admin/people/person-notes.tsx'
import { PersonBadges } from '#app/components/admin/people/person-row.tsx'
import {
  PersonMails,
  PersonOrders,
  PersonRentals,
  PersonSessions,
  PersonWallet,
} from '#app/components/admin/people/person-sections.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { WaysLine } from '#app/components/place/ways-line.tsx'
import { adminIn, viewerIn } from '#app/request/contexts.ts'
import { orNotFound } from '#app/responses/not-found.ts'
import { LinkButton } from '#app/ui/link-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { type AccountType, accountTypes } from '#db/enums.ts'
import type { OrderId, PersonId } from '#db/ids.ts'
import { PRODUCT_WORDS } from '#domain/admin/exports/payment-words.ts'
import { personHistory } from '#domain/admin/lists/person-history.ts'
import { personPage } from '#domain/admin/lists/person-page.ts'
import { refundablePurchases } from '#domain/money/checkout/refunding/refund-purchase.ts'
import { grantsLeft } from '#domain/money/credits/give-credits.ts'
import { statementPage } from '#domain/money/credits/statement.ts'
import { depositLife } from '#domain/money/deposits/deposit-life.ts'
import type { HeldSubscription } from '#domain/money/plans/subscription-queries.ts'
import { asShopper } from '#domain/shared/actors.ts'
import { newId, parseId } from '#domain/shared/ids.ts'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import type { Route } from './+types/person.ts'
import { actOnPerson, isAct } from './act-on-person.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData ? loaderData.page.person.fullName : 'Not found')

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db, clock, paymentsAreReal, admin } = adminIn(context)
  const id = orNotFound(parseId<PersonId>(params.id))
  const query = new URL(request.url).searchParams
  const named = parseId<OrderId>(query.get('order'))
  const [found, history] = await Promise.all([
    personPage(db, admin, { id, order: named }, clock()),
    personHistory(db, admin, id),
  ])
  const page = orNotFound(found)
  const ids = page.orders.map((one) => one.id)
  const refundable = await refundablePurchases(db, ids, clock())
  const orders = page.orders.map((one) => ({
    ...one,
    refundable: refundable.find(({ orderId }) => orderId === one.id) ?? null,
  }))
  // Their wallet as they see it themselves; admins have none.
  const shopper = asShopper(page.person)
  const wallet = shopper && {
    balance: page.balance,
    onHold: page.onHold,
    statement: (await statementPage(db, shopper, null, 10)).rows,
    deposit: await depositLife(db, shopper),
  }
  const ask = query.get('ask')
  const order = orders.find((one) => one.refundable && one.id === named) ?? null
  const confirming = isAct(ask) && (ask !== 'refund' || order) ? ask : null
  const note = history.notes.find((one) => one.isOwn && one.id === query.get('delete-note'))
  return {
    page,
    history,
    deleting: note ?? null,
    orders,
    wallet,
    paymentsAreReal,
    isOwn: admin.id === id,
    hasSecondFactor: viewerIn(context).hasSecondFactor,
    confirming,
    grantsLeft: confirming === 'give' ? await grantsLeft(db, clock()) : 0,
    order,
    key: newId(),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const id = orNotFound(parseId<PersonId>(params.id))
  return actOnPerson(context, request, id)
}

export default function PersonScreen({ loaderData, actionData }: Route.ComponentProps) {
  const {
    page,
    history,
    deleting,
    orders,
    wallet,
    paymentsAreReal,
    isOwn,
    confirming,
    order,
    key,
  } = loaderData
  const { person, items } = page
  const here = href('/admin/users/:id', { id: person.id })
  const ask = (what: string) => `${here}?ask=${what}`
  const changeTo = (to: AccountType) =>
    `${href('/admin/users')}?${new URLSearchParams({ q: person.email, change: person.id, to })}`
  const isCustomer = person.accountType === 'regular'
  return (
    <AdminFrame
      title={person.fullName}
      line={<PersonBadges person={person} />}
      actions={
        <>
          {wallet && (
            <LinkButton to={ask('give')} preventScrollReset>
              Give credits
            </LinkButton>
          )}
          <LinkButton
            to={`${href('/admin/support')}?${new URLSearchParams({ part: 'all', person: person.id })}`}
            kind="secondary"
          >
            Support requests
          </LinkButton>
          <LinkButton to={ask('sign-out')} kind="secondary" preventScrollReset>
            Sign out everywhere
          </LinkButton>
          {person.hasSecondFactor && !isOwn && (
            <LinkButton to={ask('reset-second-factor')} kind="secondary" preventScrollReset>
              Reset two-step verification
            </LinkButton>
          )}
          {person.blockedAt ? (
            <LinkButton to={ask('unblock')} kind="secondary" preventScrollReset>
              Unblock
            </LinkButton>
          ) : (
            isCustomer && (
              <LinkButton to={ask('block')} kind="secondary" preventScrollReset>
                Block
              </LinkButton>
            )
          )}
          {person.accountType === 'business' && (
            <LinkButton to={changeTo('regular')} kind="secondary">
              Block closet
            </LinkButton>
          )}
        </>
      }
    >
      {person.accountType !== 'admin' && (
        <PersonGlance history={history} withheldFromThem={wallet?.deposit.withheld ?? []} />
      )}
      <div className="mt-8 gap-x-14 lg:columns-2 [&>section]:mb-12 [&>section]:break-inside-avoid">
        <section aria-label="Contact">
          <Facts
            facts={[
              [
                'Email',
                <a key="mail" href={`mailto:${person.email}`} className="text-link">
                  {person.email}
                </a>,
              ],
              [
                'Requested name',
                person.requestedName && (
                  <TextLink key="name" to={href('/admin/names')}>
                    {person.requestedName}
                  </TextLink>
                ),
              ],
              ['Email confirmed', person.emailVerified ? 'Yes' : 'No'],
              [
                'Phone',
                person.phone && (
                  <a key="phone" href={`tel:${person.phone}`} className="text-link">
                    {person.phone}
                  </a>
                ),
              ],
              ['City and state', [person.city, person.state].filter(Boolean).join(', ')],
              ['ZIP code', person.zip],
              [
                'How items change hands',
                person.accountType === 'regular' ? null : <WaysLine key="ways" closet={person} />,
              ],
              ['Instagram', person.instagram && `@${person.instagram.replace(/^@+/, '')}`],
              ['Account type', ACCOUNT_WORDS[person.accountType]],
              ['Two-step verification', person.hasSecondFactor ? 'On' : 'Off'],
              ['Member since', <Moment key="since" at={person.joinedAt} as="day" />],
              ['Plan', page.plan && <PersonPlan key="plan" plan={page.plan} />],
              ['Items', items > 0 ? showCounted(items) : null],
              ['Blocked', person.blockedAt && <Moment key="blocked" at={person.blockedAt} />],
              ['Reason', person.blockedReason],
            ]}
          />
          <p className="mt-5 flex flex-wrap gap-x-6 gap-y-2 text-sm">
            <LinkButton to={`${href('/admin/audit')}?id=${person.id}`} kind="quiet" size="small">
              Changes to this account
            </LinkButton>
            {!person.blockedAt &&
              accountTypes
                .filter((type) => type !== person.accountType)
                .map((type) => (
                  <LinkButton key={type} to={changeTo(type)} kind="quiet" size="small">
                    Change to {ACCOUNT_WORDS[type]}
                  </LinkButton>
                ))}
            {(person.businessStatus === 'approved' || person.businessStatus === 'blocked') && (
              <>
                <LinkButton
                  to={`${href('/admin/payouts')}?${new URLSearchParams({ q: person.email, part: 'transfers' })}`}
                  kind="quiet"
                  size="small"
                >
                  Payouts
                </LinkButton>
                <LinkButton
                  to={`${href('/admin/payouts')}?${new URLSearchParams({ q: person.email, ask: 'correct', which: person.id })}`}
                  kind="quiet"
                  size="small"
                >
                  Adjust earnings
                </LinkButton>
              </>
            )}
          </p>
        </section>
        <PersonNotes
          notes={history.notes}
          formKey={key}
          answer={actionData?.values.intent === 'add-note' ? actionData : undefined}
          deleteTo={(noteId) => `${here}?delete-note=${noteId}`}
        />
        <PersonHistorySections history={history} />
        {wallet && <PersonWallet wallet={wallet} returnTo={ask('return-deposit')} />}
        <PersonOrders
          orders={orders}
          refundTo={(orderId) => `${ask('refund')}&order=${orderId}`}
          paymentsAreReal={paymentsAreReal}
        />
        <PersonRentals rentals={page.rentals} email={person.email} />
        <PersonMails mails={page.mails} email={person.email} />
        <PersonSessions sessions={page.sessions} />
      </div>
      {deleting && <DeleteNote key={deleting.id} note={deleting} closeTo={here} />}
      {confirming && (
        <PersonActs
          key={confirming}
          act={confirming}
          person={person}
          order={confirming === 'refund' ? order : null}
          formKey={key}
          answer={actionData}
          adminHasSecondFactor={loaderData.hasSecondFactor}
          grantsLeft={loaderData.grantsLeft}
          closeTo={here}
        />
      )}
    </AdminFrame>
  )
}

function PersonPlan({ plan }: { plan: HeldSubscription }) {
  const { state, renewsAt, cancelAt, coveredUntil } = plan
  const [words, at] =
    state === 'ended'
      ? ['ended, paid until', coveredUntil]
      : cancelAt
        ? ['ends on', cancelAt]
        : state === 'past-due'
          ? ['renewal not paid', null]
          : ['renews on', renewsAt]
  return (
    <>
      {PRODUCT_WORDS[plan.plan]}, {words} {at && <Moment at={at} as="day" />}
    </>
  )
}
