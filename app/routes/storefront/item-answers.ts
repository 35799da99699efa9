import { data, href } from 'react-router'
import { DATE_SENTENCES, datesTakenSentence } from '#app/components/dates/dates-in-words.ts'
import { readHandover } from '#app/components/handover/handover-choice.tsx'
import { barredInWords } from '#app/components/rental/deposit-words.ts'
import { notYetTrusted } from '#app/components/rental/high-value-words.ts'
import type { ItemAnswer, PostedDates } from '#app/components/rental/item-dialogs.tsx'
import { alreadyRented } from '#app/components/rental/waitlist-words.ts'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import type { Context } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import { preserveForm } from '#app/request/preserve-form.ts'
import type { ItemId } from '#db/ids.ts'
import type { RentProblem } from '#domain/booking/rentals/rentals.ts'
import type { HandoverProblem } from '#domain/booking/rentals/stage/chosen-handover.ts'
import { DEPOSIT_NEEDED } from '#domain/money/checkout/deposit-price.ts'
import { creditsPerWeek } from '#domain/shared/credits.ts'
import { showInstant } from '#domain/shared/time/show-instant.ts'

export type ActionArgs = {
  readonly request: Request
  readonly context: Context
  readonly itemId: ItemId
}

/** An answer, before its dates are added. */
export type Answer = Omit<ItemAnswer, 'dates' | 'delivery' | 'handover'>

export function alert(sentence: string, { clearDates = false } = {}): Answer {
  return { kind: 'alert', sentence, clearDates }
}

/** As submitted, cut to the length of a date: they are only passed on. */
function postedDates(form: FormData): PostedDates {
  const posted = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.slice(0, 10) : ''
  }
  return { start: posted('start'), end: posted('end') }
}

export const pathOfItem = (itemId: string) => href('/item/:id', { id: itemId })

/** The page's own address with the dates and the handover of a form, so that they survive a detour. */
export function addressWithDates(itemId: string, form: FormData): string {
  const query = new URLSearchParams(
    Object.entries(postedDates(form)).filter(([, value]) => value !== ''),
  )
  const handover = readHandover(form.get('handover'))
  if (handover) query.set('handover', handover)
  return `${pathOfItem(itemId)}${query.size > 0 ? `?${query}` : ''}`
}

/** Visitors are asked for dates only, which the address stores; delivery details would be lost. */
export async function askToSignIn(
  request: Request,
  form: FormData,
  sentence: string,
  returnTo: string,
) {
  if (form.has('delivery_address')) preserveForm(request, form, sentence)
  return redirectWithToast(`${href('/auth')}?return_to=${encodeURIComponent(returnTo)}`, {
    type: 'info',
    text: sentence,
  })
}

export function answerWith(form: FormData, partial: Answer, status = 400) {
  const typed = (name: string) => String(form.get(name) ?? '').slice(0, 2000)
  const delivery = {
    zip: form.has('zip') ? typed('zip') : null,
    phone: typed('renter_phone'),
    address: typed('delivery_address'),
    notes: typed('delivery_notes'),
  }
  const handover = readHandover(form.get('handover'))
  const answer: ItemAnswer = { ...partial, dates: postedDates(form), delivery, handover }
  return data(answer, { status })
}

const HANDOVER = {
  'out-of-area': 'Please choose how you get it.',
  'handover-not-offered': 'The closet does not offer this anymore. Please choose again.',
} as const satisfies Record<HandoverProblem['reason'], string>

export function rentAnswer(problem: RentProblem, timeZone: string): Answer {
  switch (problem.reason) {
    case 'item-not-found':
      return alert('Error: Item not found')
    case 'deposit-missing':
      return { kind: 'deposit', sentence: DEPOSIT_NEEDED }
    case 'deposit-barred':
      return problem.topUpCents > 0
        ? { kind: 'top-up', sentence: barredInWords(problem) }
        : alert(`Error: ${barredInWords(problem)}`)
    case 'dates-missing':
      return alert('Please select rental dates.')
    case 'dates-invalid':
      return alert(DATE_SENTENCES[problem.reason])
    case 'dates-past':
      return alert('Error: Rentals cannot begin in the past.')
    case 'dates-too-long':
      return alert(`Error: A rental can be ${problem.maxDays} days at most.`)
    case 'dates-too-far':
      return alert(`Error: You can book up to ${problem.maxDaysAhead} days ahead.`)
    case 'own-item':
      return alert('Error: You cannot rent your own item.')
    case 'item-paused':
    case 'not-available':
      return alert('Error: Not available at the moment.')
    case 'dates-taken':
      return alert(
        datesTakenSentence(problem.heldUntil ? showInstant(problem.heldUntil, timeZone) : null),
        { clearDates: true },
      )
    case 'already-requested':
      return {
        ...alert(alreadyRented(problem.rental), { clearDates: true }),
        link: {
          to: href('/my-rentals/:id', { id: problem.rental.id }),
          text: 'Go to your rental',
        },
      }
    case 'not-yet-trusted':
      return alert(notYetTrusted(problem.rentals))
    case 'request-used':
      return alert('Error: This page is out of date. Please reload it and try again.')
    case 'price-changed':
      return {
        ...alert(
          `Error: The price is now ${creditsInWords(creditsPerWeek(problem.creditsPerDay))} per week. Please check the total and try again.`,
        ),
        showsNewPrice: true,
      }
    case 'delivery-invalid':
      return { kind: 'fields', sentence: '' }
    case 'out-of-area':
    case 'handover-not-offered':
      return {
        ...{ kind: 'fields', sentence: '', errors: { handover: HANDOVER[problem.reason] } },
        showsNewOffer: true,
      }
    case 'not-enough-credits':
      return {
        kind: 'credits',
        sentence: `You need ${problem.needed} credits but only have ${problem.balance}. Would you like to purchase more credits?`,
      }
    case 'wallet-frozen':
      return {
        ...alert('Error: Your credits are on hold while a payment is disputed.'),
        link: { to: `${href('/credits')}#on-hold`, text: 'See your credits' },
      }
  }
}
