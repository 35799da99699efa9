import { redirect, useLocation, useNavigate } from 'react-router'
import { ClosetFrame } from '#app/components/closet/closet-frame.tsx'
import { FigureCards } from '#app/components/closet/figure-cards.tsx'
import { OwnItemRow } from '#app/components/closet/own-item-row.tsx'
import { ProfileDialog } from '#app/components/closet/profile-dialog.tsx'
import { RentalRows } from '#app/components/closet/rental-rows.tsx'
import { SearchForm } from '#app/components/closet/search-form.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { appContext, closetOwnerContext, todayIn } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { answerProblem, checkForm } from '#app/http/forms.ts'
import { pathOf } from '#app/http/guards.ts'
import { profileForm } from '#app/routes/account/profile-form.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import type { Toast } from '#app/ui/toast-list.ts'
import { retireItem, setPaused } from '#domain/items/listing.ts'
import { ownItemFigures, ownItems } from '#domain/items/own-items.ts'
import { changeProfile, readProfile } from '#domain/people/profiles.ts'
import { readPlatformSettings } from '#domain/platform-settings/platform-settings.ts'
import { panelRentals } from '#domain/rentals/rental-panel.ts'
import { parseId } from '#domain/shared/ids.ts'
import type { Route } from './+types/my-closet.ts'

export const meta: Route.MetaFunction = () => pageMeta('My Closet')

const MOST_SHOWN_WAITING = 3

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  const query = new URL(request.url).searchParams
  const q = query.get('q')?.trim() ?? ''
  const after = query.get('after')
  const today = todayIn(context)
  const [figures, items, profile, settings, waiting] = await Promise.all([
    ownItemFigures(db, owner),
    ownItems(db, owner, { q, after }),
    readProfile(db, owner),
    readPlatformSettings(db),
    panelRentals(db, owner, { filter: 'action', q: null, after: null }, today),
  ])
  const deleting = parseId(query.get('delete'))
  return {
    figures,
    items,
    profile,
    // The whole list has a page of its own.
    waiting: waiting.rows.slice(0, MOST_SHOWN_WAITING),
    moreWait: waiting.rows.length > MOST_SHOWN_WAITING,
    today,
    q,
    after,
    mayAdd: settings.userToUserEnabled,
    deleting: items.rows.find(({ id }) => id === deleting) ?? null,
    editing: query.get('edit') === 'profile',
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const act = form.get('intent') === 'profile' ? saveProfile : changeItem
  return act(request, context, form)
}

type Context = Route.ActionArgs['context']

async function saveProfile(request: Request, context: Context, form: FormData) {
  const app = context.get(appContext)
  const read = checkForm(profileForm, form)
  if (!read.ok) return answerProblem(read.problem)
  const { full_name, phone, city, state, instagram_handle } = read.value
  const profile = { fullName: full_name, phone, city, state, instagramHandle: instagram_handle }
  await changeProfile(app.db, context.get(closetOwnerContext), profile, app.clock())
  return backSaying(request, { type: 'success', text: 'Your profile has been saved.' })
}

async function changeItem(request: Request, context: Context, form: FormData) {
  const { db, clock } = context.get(appContext)
  const owner = context.get(closetOwnerContext)
  const itemId = parseId(form.get('item'))
  const intent = form.get('intent')
  if (!itemId || (intent !== 'pause' && intent !== 'resume' && intent !== 'delete'))
    return backSaying(request, { type: 'error', text: SENTENCES['item-not-found'] })
  const outcome =
    intent === 'delete'
      ? await retireItem(db, owner, itemId, clock())
      : await setPaused(db, owner, { itemId, paused: intent === 'pause' }, clock())
  return backSaying(
    request,
    outcome.ok
      ? { type: 'success', text: DONE[intent] }
      : { type: 'error', text: SENTENCES[outcome.problem.reason] },
  )
}

const DONE = {
  pause: 'Paused. Nobody can rent it until you resume it.',
  resume: 'It can be rented again.',
  delete: 'The item has been deleted.',
}

const SENTENCES = {
  'item-not-found': 'This item was not found.',
  'is-rented': 'This item is rented. It can be deleted once the rental is over.',
}

/** To the same part of the list, without the question that has been answered. */
function backSaying(request: Request, toast: Toast) {
  const url = new URL(pathOf(request), request.url)
  url.searchParams.delete('delete')
  url.searchParams.delete('edit')
  url.searchParams.delete('index')
  return redirect(url.pathname + url.search, { headers: { 'Set-Cookie': flash(toast) } })
}

export default function MyCloset({ loaderData, actionData }: Route.ComponentProps) {
  const { figures, items, profile, q, after, mayAdd, deleting, editing } = loaderData
  const { waiting, moreWait, today } = loaderData
  const navigate = useNavigate()
  const { key } = useLocation()
  const address = (more: Record<string, string>) => {
    const query = new URLSearchParams({ ...(q && { q }), ...(after && { after }), ...more })
    return `/business${query.size > 0 ? `?${query}` : ''}`
  }
  const close = () => navigate(address({}), { preventScrollReset: true, replace: true })
  const place = profile.city && profile.state ? `${profile.city}, ${profile.state}` : null
  return (
    <ClosetFrame
      title="My Closet"
      line={`${profile.fullName} · ${place ?? 'Location not specified'}`}
      actions={
        <>
          <LinkButton to={address({ edit: 'profile' })} preventScrollReset kind="secondary">
            Edit Profile
          </LinkButton>
          {mayAdd && <LinkButton to="/business/items/new">Add Item</LinkButton>}
        </>
      }
    >
      <FigureCards
        label="Your closet in figures"
        figures={[
          { name: 'Total Items', value: figures.total },
          { name: 'Available Items', value: figures.available },
          { name: 'Avg. Credits/Week', value: figures.creditsPerWeek },
        ]}
      />
      <section aria-labelledby="rentals" className="mt-14">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <h2 id="rentals">Rentals</h2>
          <LinkButton
            to={moreWait ? '/business/rentals' : '/business/rentals?filter=all'}
            kind="quiet"
            size="small"
          >
            {moreWait ? 'Everything that needs action' : 'All rentals'}
          </LinkButton>
        </div>
        <div className="mt-6">
          {waiting.length > 0 ? (
            <RentalRows rentals={waiting} today={today} base="/business/rentals" heading="h3" />
          ) : (
            <p className="border-t border-line pt-6 text-soft">Nothing waits for you.</p>
          )}
        </div>
      </section>
      <section aria-labelledby="your-items" className="mt-14">
        <div className="flex flex-wrap items-end justify-between gap-5">
          <h2 id="your-items">Your Items</h2>
          {(figures.total > 0 || q) && <SearchForm label="Search your items" q={q} />}
        </div>
        {items.rows.length > 0 ? (
          <ul className="mt-6 border-t border-line">
            {items.rows.map((item, index) => (
              <OwnItemRow
                key={item.id}
                item={item}
                priority={index < 4}
                deleteTo={address({ delete: item.id })}
              />
            ))}
          </ul>
        ) : (
          <Nothing q={q} mayAdd={mayAdd} />
        )}
        <div className="mt-10">
          <Pagination
            label="Your Items"
            first={after ? `/business${q ? `?${new URLSearchParams({ q })}` : ''}` : null}
            next={items.next && address({ after: items.next })}
          />
        </div>
      </section>
      {(editing || actionData) && (
        <ProfileDialog
          profile={profile}
          open={actionData ?? key}
          onClose={close}
          answer={actionData}
        />
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

function Nothing({ q, mayAdd }: { q: string; mayAdd: boolean }) {
  if (q)
    return (
      <EmptyState
        title={`Nothing is called “${q}”`}
        action={
          <LinkButton to="/business" kind="secondary">
            All items
          </LinkButton>
        }
      />
    )
  return mayAdd ? (
    <EmptyState
      title="Your closet is still empty"
      action={<LinkButton to="/business/items/new">Add Item</LinkButton>}
    >
      List your first piece with a photo. It appears once it has been approved.
    </EmptyState>
  ) : (
    <EmptyState title="Your closet is empty">
      Only admins post items at the moment. What was listed before stays.
    </EmptyState>
  )
}
