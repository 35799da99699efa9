import { Facts } from '#app/ui/facts.tsx'
import { waysInWords } from './reach-words.ts'

/** Each way in which items of a closet change hands. */
export function WaysLine({ closet }: { closet: Parameters<typeof waysInWords>[0] }) {
  return <Facts as="span">{waysInWords(closet)}</Facts>
}
