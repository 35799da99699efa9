import { creditsInWords } from '#app/components/viewer/shell.ts'
import type { RefundAhead } from '#domain/money/credits/credits.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'

const MAX_DAYS = 3

/** Which credits the renter gets back for canceling now, and until when they can use them. */
export function refundSentence({ credits, onHold, until }: RefundAhead): string {
  if (until.length === 0) return 'You get no credits back.'
  const words = `You get ${creditsInWords(credits)} back${untilInWords(until)}.`
  if (onHold === 0) return words
  return `${words} ${onHold === credits ? 'They are' : `${onHold} of them ${onHold === 1 ? 'is' : 'are'}`} on hold while a payment is disputed.`
}

function untilInWords(until: RefundAhead['until']): string {
  const [first] = until
  if (until.length > 1 || !first) return `: ${daysInWords(until)}`
  return first.day === null ? '. They never expire' : `, usable until ${showDate(first.day)}`
}

/** '9 usable until Feb 27, 2027, 12 until Mar 3, 2027'; of many days the last ones are one. */
function daysInWords(until: RefundAhead['until']): string {
  const shown = until.length > MAX_DAYS ? until.slice(0, MAX_DAYS - 1) : until
  const longer = until.slice(shown.length).reduce((sum, { credits }) => sum + credits, 0)
  const words = shown.map(({ credits, day }, index) =>
    day === null
      ? `${credits} that never expire`
      : `${credits} ${index === 0 ? 'usable until' : 'until'} ${showDate(day)}`,
  )
  return [...words, ...(longer > 0 ? [`${longer} longer`] : [])].join(', ')
}
