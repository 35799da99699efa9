import type { Db } from '#db/connection.ts'
import { type StatementLine, statementPage } from '#domain/money/credits/statement.ts'
import { type DepositLine, depositLines } from '#domain/money/deposits/deposit-lines.ts'
import type { Shopper } from '#domain/shared/actors.ts'
import { PAGE_SIZE, type Page, toPage } from '#domain/shared/lists/page.ts'

/** A line about the deposit: money, which leaves the balance of credits as it was. */
export type OwnDepositLine = DepositLine & { readonly balance: number }

export type OwnLine =
  | { readonly of: 'credits'; readonly line: StatementLine }
  | { readonly of: 'deposit'; readonly line: OwnDepositLine }

/** A page of a shopper's statement: their credits and their deposit, newest first. */
export async function ownStatement(
  db: Db,
  shopper: Shopper,
  after: string | null,
  size: number = PAGE_SIZE,
): Promise<Page<OwnLine>> {
  // One page of each is enough for one page of both.
  const [credits, deposit] = await Promise.all([
    statementPage(db, shopper, after, size + 1),
    depositLines(db, shopper, after, size + 1),
  ])
  return toPage(
    inOneOrder(credits.rows, deposit.rows),
    ({ line }) => [line.at.toISOString(), line.id],
    size,
  )
}

/**
 * Both lists in one, newest first, as each of them is. A line about the deposit has the balance of
 * the next older line about credits.
 */
export function inOneOrder(
  credits: readonly StatementLine[],
  deposit: readonly DepositLine[],
): OwnLine[] {
  const lines: OwnLine[] = credits.map((line) => ({ of: 'credits', line }))
  for (const line of deposit) {
    const older = lines.findIndex(({ of, line: other }) => of === 'credits' && isOlder(other, line))
    const before = older === -1 ? undefined : lines[older]
    const balance = before?.line.balance ?? 0
    lines.splice(older === -1 ? lines.length : older, 0, {
      of: 'deposit',
      line: { ...line, balance },
    })
  }
  return lines
}

type Placed = { readonly at: Date; readonly id: string }

const isOlder = (one: Placed, other: Placed) =>
  one.at.getTime() === other.at.getTime() ? one.id < other.id : one.at < other.at
