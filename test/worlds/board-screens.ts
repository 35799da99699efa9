import type { ItemId } from '#db/ids.ts'
import { MAX_BOARD_NAME, MAX_FIRST_NAME } from '#domain/booking/boards/board-limits.ts'
import type { Admin, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Site } from '#test/app.ts'
import { LONG_NAME, LONG_TITLE } from '#test/make/long-words.ts'
import { insertRows, readRow, updateRows } from '#test/postgres/rows.ts'
import { newVisitor, plannedBoard, plannerOf } from './planned-board.ts'
import type { Screen } from './screens.ts'

interface People {
  readonly shopper: Shopper
  readonly newcomer: Shopper
  readonly admin: Admin
  readonly item: { readonly id: ItemId }
}

/** Boards in each state: of who runs one, of who has its link, and of nobody. */
export async function boardScreens(site: Site, people: People): Promise<Screen[]> {
  const { make, db } = site
  const { shopper, newcomer, admin, item } = people
  const friend = await make.shopper()
  const long = {
    // With room to type some more.
    name: LONG_TITLE.slice(0, MAX_BOARD_NAME - 3),
    firstName: LONG_NAME.slice(-MAX_FIRST_NAME + 3),
  }
  const rented = await make.item({ title: LONG_TITLE })
  const planners = [plannerOf(shopper), plannerOf(friend), newVisitor().planner] as const
  const items = [item, rented, await make.item({ title: LONG_TITLE })]
  const board = await plannedBoard(site, planners, { ...long, items })
  const rental = await make.rental({ item: rented, renter: friend })
  await updateRows(db, 'rentals', rental.id, { board_id: board.id })
  const visitor = newVisitor()
  const empty = await plannedBoard(site, [visitor.planner])
  const screen = (route: string, state: string, path: string, as: Screen['as']): Screen => ({
    route: `storefront/boards/${route}`,
    state,
    path,
    as,
  })
  const [settings, bag] = [`${board.path}/settings`, `${board.path}/bag`]
  const onList = { state: 'adding to a board', as: shopper }
  return [
    screen('boards', 'none', '/boards', newcomer),
    screen('boards', 'some', '/boards', shopper),
    screen('boards', 'visitor', '/boards?start=2027-06-12&end=2027-06-15&size=M', null),
    screen('boards', 'adding an item', `/boards?item=${item.id}`, shopper),
    screen('boards', 'admin', '/boards', admin),
    { ...screen('boards', 'refused', '/boards', newcomer), act: 'make a board of nothing' },
    screen('board', 'run', board.path, shopper),
    screen('board', 'joined', board.path, friend),
    screen('board', 'by its link', board.link, null),
    screen('board', 'without items', empty.link, newcomer),
    screen('board', 'missing', `${board.path}?code=none`, null),
    screen('settings', 'run', settings, shopper),
    screen('settings', 'joined', settings, friend),
    ...(['reset', 'leave', 'remove'] as const).map((question) =>
      screen('settings', `asked to ${question}`, `${settings}?ask=${question}`, shopper),
    ),
    screen('bag', 'first', bag, shopper),
    screen('bag', 'nothing to request', bag, friend),
    screen('bag', 'admin', bag, admin),
    { ...screen('bag', 'refused', bag, shopper), act: 'request with a wrong ZIP code' },
    { ...onList, route: 'storefront/search', path: '/search?start=2027-06-12&end=2027-06-15' },
    { ...onList, route: 'account/my-likes', path: '/my-likes' },
    ...(await paidScreens(site, board.path, item.id)),
    screen('continue', 'visitor', `/boards/continue?key=${visitor.key}`, null),
    screen('continue', 'shopper', `/boards/continue?key=${visitor.key}`, newcomer),
  ]
}

/** The way back to a board from a payment: nothing could be requested, or nothing is requested yet. */
async function paidScreens({ make, db, clock }: Site, path: string, itemId: ItemId) {
  const back = async (state: string) => {
    const person = await make.shopper()
    await make.deposit(person)
    const order = await readRow(db, 'checkout_orders', ['id', 'stripe_session_id'], {
      user_id: person.id,
    })
    const address = `${path}/paid?session_id=${order.stripe_session_id}`
    return { order, screen: { route: 'storefront/boards/paid', state, path: address, as: person } }
  }
  const [refused, waiting] = [await back('refused'), await back('waiting')]
  const now = clock.now()
  await insertRows(db, 'rental_checkouts', {
    ...{ order_id: refused.order.id, shopper_id: refused.screen.as.id, item_id: itemId },
    ...{ request_key: newId(), start_date: '2027-06-12', end_date: '2027-06-15' },
    ...{ credits_per_day: 3, status: 'refused', problem: 'dates-taken' },
    ...{ created_at: now, ended_at: now },
  })
  return [refused.screen, waiting.screen]
}
