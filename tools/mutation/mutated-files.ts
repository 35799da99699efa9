import { globSync } from 'node:fs'

/** Folders for money, rentals and accounts, and the code that they share. */
const folders = [
  ...['shared', 'calendar', 'credits', 'deposits', 'rentals', 'accounts', 'gift-codes'],
  ...['refunds', 'disputes', 'subscriptions', 'checkout', 'payouts'],
]

export function mutatedFiles(root: string): string[] {
  return folders.flatMap((folder) =>
    globSync(`domain/${folder}/*.ts`, { cwd: root })
      .filter((path) => !path.endsWith('.test.ts'))
      .toSorted(),
  )
}
