import type { App } from '#app/request/contexts.ts'
import { claimBoards } from '#domain/booking/boards/boards.ts'
import { asShopper, type Person } from '#domain/shared/actors.ts'
import { noBoardsCookie, readBoardsKey } from './planner.ts'

/**
 * The boards of a visitor become those of their account. Returns headers for the response: whoever
 * uses the browser after them does not see them.
 */
export async function carryBoards(
  app: App,
  request: Request,
  person: Person,
): Promise<[string, string][]> {
  const key = readBoardsKey(request)
  const shopper = asShopper(person)
  if (key === null || !shopper) return []
  const { left } = await claimBoards(app.db, key, shopper.id)
  // What the account has no room for stays in this browser.
  return left > 0 ? [] : [['Set-Cookie', noBoardsCookie]]
}
