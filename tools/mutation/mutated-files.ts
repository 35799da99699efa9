import { globSync } from 'node:fs'

/** Folders for money, rentals and accounts, and the code that they share. */
const folders = ['shared', 'money', 'booking/calendar', 'booking/rentals', 'accounts/closing']

export function mutatedFiles(root: string): string[] {
  return folders.flatMap((folder) =>
    globSync(`domain/${folder}/**/*.ts`, { cwd: root })
      .filter((path) => !path.endsWith('.test.ts'))
      .toSorted(),
  )
}
