import type { ItemId } from '#db/ids.ts'
import { MAX_BOARD_NAME, MAX_FIRST_NAME } from '#domain/booking/boards/board-limits.ts'
import type { Admin, Shopper } from '#domain/shared/actors.ts'
import type { Site } from '#test/app.ts'
import { LONG_NAME, LONG_TITLE } from '#test/make/long-words.ts'
import { updateRows } from '#test/postgres/rows.ts'
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
    name: LONG_TITLE.slice(0, MAX_BOARD_NAME),
    firstName: LONG_NAME.slice(-MAX_FIRST_NAME),
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
  const settings = `${board.path}/settings`
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
    screen('continue', 'visitor', `/boards/continue?key=${visitor.key}`, null),
    screen('continue', 'shopper', `/boards/continue?key=${visitor.key}`, newcomer),
  ]
}
