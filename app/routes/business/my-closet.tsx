import { data, href, useLocation, useNavigate } from 'react-router'
import { longMonth } from '#app/components/charts/figure-words.ts'
import { ChangeManyDialog } from '#app/components/closet/change-many-dialog.tsx'
import { ClosetBoard } from '#app/components/closet/closet-board.tsx'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { FigureCards } from '#app/components/closet/figure-cards.tsx'
import { OwnItems } from '#app/components/closet/own-items.tsx'
import {
  closetAddress,
  selectedAddress,
  viewFields,
} from '#app/components/closet/own-items-address.ts'
import { ProfileDialog } from '#app/components/closet/profile-dialog.tsx'
import { StartList } from '#app/components/closet/start-list.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { readForm } from '#app/forms/read-form.ts'
import {
  appContext,
  type Context,
  closetOwnerContext,
  ownerIn,
  todayIn,
  viewerIn,
} from '#app/request/contexts.ts'
import { failure, redirectBackWithToast, success } from '#app/request/flash.ts'
import { pathOf } from '#app/request/path-of.ts'
import { closetProfileForm } from '#app/routes/account/profile-form.ts'
import { saveProfile } from '#app/routes/account/save-profile.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ItemId } from '#db/ids.ts'
import { startSteps } from '#domain/accounts/closets/start-steps.ts'
import { readProfile } from '#domain/accounts/people/profiles.ts'
import { withoutConsent } from '#domain/booking/rentals/changes/consent-to-accept.ts'
import { type BoardGroup, closetBoard } from '#domain/booking/rentals/lists/closet-board.ts'
import { type CasesToDo, casesToAnswer } from '#domain/care/cases/case-list.ts'
import { retireItem, setPaused } from '#domain/catalogue/items/listing/listing.ts'
import { ownItems } from '#domain/catalogue/items/listing/own-item-list.ts'
import { type ItemFigures, ownItemFigures } from '#domain/catalogue/items/listing/own-items.ts'
import { monthOfCloset } from '#domain/money/payouts/own-payouts.ts'
import { dollars } from '#domain/shared/cents.ts'
import { parseId } from '#domain/shared/ids.ts'
import { MAX_NEWEST, showCounted } from '#domain/shared/lists/show-counted.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'
import type { Route } from './+types/my-closet.ts'
import {
  changeIn,
  changeManyItems,
  itemSentences,
  selectedIn,
  undoPostedPrices,
  viewIn,
} from './change-items.ts'

export const meta: Route.MetaFunction = () => pageMeta('My Closet')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, clock, timeZone, site, owner } = ownerIn(context)
  const query = new URL(request.url).searchParams
  const view = viewIn(query)
  const today = todayIn(context)
  const viewer = viewerIn(context)
  const [figures, items, profile, { settings }, board, cases, bulkChange, steps, month] =
    await Promise.all([
      ownItemFigures(db, owner),
      ownItems(db, owner, { ...view, filter: view.show }),
      readProfile(db, owner),
      site.settings(db, viewer.siteVersion),
      closetBoard(db, owner, today),
      casesToAnswer(db, owner, clock()),
      changeIn(db, owner, query),
      startSteps(db, owner),
      monthOfCloset(db, owner, { today, timeZone }),
    ])
  const deleting = parseId<ItemId>(query.get('delete'))
  const permitted = (groups: readonly BoardGroup[]) =>
    groups.map((group) => ({
      ...group,
      rentals: group.rentals.map((rental) => withoutConsent(viewer, rental)),
    }))
  const withDue = (cases: CasesToDo) => ({
    ...cases,
    due: cases.dueAt && showInstant(cases.dueAt, timeZone),
  })
  return {
    figures,
    items,
    profile,
    steps,
    month,
    isPaid: context.get(appContext).stripe.hasConnect,
    publicTo: href('/closets/:id', { id: owner.id }),
    board: { today: permitted(board.today), tomorrow: permitted(board.tomorrow) },
    appeals: withDue(cases.appeal),
    returns: withDue(cases.return),
    today,
    view: { ...view, page: items.page },
    mayAdd: settings.userToUserEnabled,
    selected: selectedIn(query),
    bulkChange: typeof bulkChange === 'string' ? null : bulkChange,
    choiceProblem: typeof bulkChange === 'string' ? bulkChange : '',
    deleting: items.rows.find(({ id }) => id === deleting) ?? null,
    editing: query.get('edit') === 'profile',
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const intent = form.get('intent')
  if (intent === 'profile') return changeProfile(request, context, form)
  if (intent === 'many') return changeSelected(request, context, form)
  if (intent === 'undo-prices') return undoPrices(request, context, form)
  return changeItem(request, context, form)
}

async function changeProfile(request: Request, context: Context, form: FormData) {
  const owner = context.get(closetOwnerContext)
  const saved = await saveProfile(context, owner, closetProfileForm, form)
  return typeof saved === 'string' ? redirectBackWithToast(request, success(saved)) : saved
}

async function changeItem(request: Request, context: Context, form: FormData) {
  const { db, clock, owner } = ownerIn(context)
  const itemId = parseId<ItemId>(form.get('item'))
  const intent = form.get('intent')
  if (!itemId || (intent !== 'pause' && intent !== 'resume' && intent !== 'delete'))
    return redirectBackWithToast(request, failure(itemSentences['item-not-found']))
  const outcome =
    intent === 'delete'
      ? await retireItem(db, owner, itemId, clock())
      : await setPaused(db, owner, { itemId, paused: intent === 'pause' }, clock())
  return redirectBackWithToast(
    request,
    outcome.ok ? success(DONE[intent]) : failure(itemSentences[outcome.problem.reason]),
  )
}

async function changeSelected(request: Request, context: Context, form: FormData) {
  const { db, clock, owner } = ownerIn(context)
  const { searchParams } = new URL(pathOf(request), request.url)
  const when = { now: clock(), today: todayIn(context) }
  const changed = await changeManyItems(db, owner, form, searchParams, when)
  if ('toast' in changed) return redirectBackWithToast(request, changed.toast)
  if ('prices' in changed) return data(changed.prices)
  // Not an invalid form, so the list is reloaded and shows what was changed.
  return 'answer' in changed ? changed.answer : data(changed.refusals)
}

async function undoPrices(request: Request, context: Context, form: FormData) {
  const { db, clock } = context.get(appContext)
  const toast = await undoPostedPrices(db, context.get(closetOwnerContext), form, clock())
  return redirectBackWithToast(request, toast)
}

const DONE = {
  pause: 'Paused. It cannot be rented until you resume it.',
  resume: 'It can be rented again.',
  delete: 'The item has been deleted.',
}

/** The figures; with more than `MAX_NEWEST` items, they say that they cover the newest only. */
function stats({ total, available, creditsPerWeek }: ItemFigures) {
  const hasMore = total > MAX_NEWEST
  const newest = hasMore ? ` (newest ${MAX_NEWEST.toLocaleString('en-US')})` : ''
  return [
    { name: 'Total Items', value: showCounted(total, 0, MAX_NEWEST) },
    { name: `Available Items${newest}`, value: available.toLocaleString('en-US') },
    { name: `Avg. Credits/Week${newest}`, value: creditsPerWeek },
  ]
}

export default function MyCloset({ loaderData, actionData }: Route.ComponentProps) {
  const { figures, items, profile, view, mayAdd, deleting, editing } = loaderData
  const { board, appeals, returns, today, bulkChange, choiceProblem, steps, isPaid, month } =
    loaderData
  const refusals = actionData && 'refused' in actionData ? actionData : null
  const prices = actionData && 'preview' in actionData ? actionData : undefined
  const answer = actionData && 'ok' in actionData ? actionData : undefined
  const selected = refusals ? refusals.refused.map(({ id }) => id) : loaderData.selected
  const navigate = useNavigate()
  const { key } = useLocation()
  const close = () =>
    navigate(selectedAddress(view, selected), { preventScrollReset: true, replace: true })
  const place = profile.city && profile.state ? `${profile.city}, ${profile.state}` : null
  // The to-do list is not repeated while looking through the items.
  const isLooking = Object.keys(viewFields(view)).length > 0
  return (
    <ClosetFrame
      title="My Closet"
      line={
        <Facts as="span">
          <bdi>{profile.fullName}</bdi>
          {place ?? 'Location not specified'}
          <TextLink to={loaderData.publicTo}>View public page</TextLink>
        </Facts>
      }
      actions={
        <>
          <LinkButton
            to={closetAddress(view, { edit: 'profile' })}
            preventScrollReset
            kind="secondary"
          >
            Edit Profile
          </LinkButton>
          <LinkButton to={href('/business/holidays')} kind="secondary">
            Time off
          </LinkButton>
          <LinkButton to={href('/business/imports')} kind="secondary">
            Import listings
          </LinkButton>
          <LinkButton to={href('/business/listings.csv')} reloadDocument download kind="secondary">
            Export listings
          </LinkButton>
          {mayAdd && <LinkButton to={href('/business/items/new')}>Add Item</LinkButton>}
        </>
      }
    >
      <FigureCards label="Closet statistics" figures={stats(figures)} />
      <Facts className="mt-3 text-soft">
        {`Earned in ${longMonth(month.month)}: ${dollars(month.earnedCents)}`}
        {`paid: ${dollars(month.paidCents)}`}
        <TextLink to={href('/business/payouts')}>See payouts</TextLink>
      </Facts>
      {isLooking ? (
        <p className="mt-4">
          <LinkButton to={href('/business')} kind="quiet" size="small">
            Back to today
          </LinkButton>
        </p>
      ) : (
        <>
          <StartList steps={steps} view={view} isPaid={isPaid} mayAdd={mayAdd} />
          <ClosetBoard board={board} appeals={appeals} returns={returns} today={today} />
        </>
      )}
      <OwnItems
        items={items}
        view={view}
        hasOlder={figures.total > MAX_NEWEST}
        mayAdd={mayAdd}
        selected={selected}
        choiceProblem={refusals ? '' : choiceProblem}
        refusals={refusals}
      />
      {bulkChange && !refusals && (
        <ChangeManyDialog
          key={`${bulkChange.change} ${bulkChange.items}`}
          bulkChange={bulkChange}
          hasOlder={figures.total > MAX_NEWEST}
          open={actionData ?? key}
          onClose={close}
          answer={answer}
          prices={prices}
          today={today}
        />
      )}
      {!bulkChange && (editing || answer) && (
        <ProfileDialog profile={profile} open={answer ?? key} onClose={close} answer={answer} />
      )}
      {deleting && (
        <ConfirmDialog
          key={deleting.id}
          question="Are you sure you want to delete this item?"
          open={deleting}
          onClose={close}
          fields={{ intent: 'delete', item: deleting.id }}
          confirmText="Delete"
          danger
        >
          <p className="text-soft">{deleting.title}</p>
        </ConfirmDialog>
      )}
    </ClosetFrame>
  )
}
