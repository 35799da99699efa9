import { href } from 'react-router'
import type { ReportedNoun } from '#db/enums.ts'

/** The page that reports something. */
export function reportAddress(noun: ReportedNoun, id: string): string {
  return `${href('/report')}?${new URLSearchParams({ noun, id })}`
}
