import { parseCalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { JoinAnswer } from '#tools/orders/check/line.ts'
import { type Act, type Acting, someDays, unknownAnswer } from './acting.ts'
import { readTaken, rentOn } from './renting.ts'
import { ask, noticeOf, type Sent } from './sending.ts'

/** Waits for one or two days that the calendar shows as taken, or for any. */
export const join: Act = async (acting) => {
  const { scene, me, random, tally } = acting
  const taken = random.oneIn(4) ? null : await readTaken(acting, me.waitsFor)
  const start = random.one(taken ?? []) ?? someDays(random).start
  const days = { start, end: start + random.between(0, 1) }
  const dates = { start: scene.day(days.start), end: scene.day(days.end) }
  const form = { intent: 'join-waitlist', ...dates }
  const { id, history } = me.waitsFor
  const sent = await ask(tally, () => me.browser.post(`/item/${id}`, form))
  const person = me.shopper.id
  history.add(sent, { kind: 'join', person, ...days, answer: joinAnswer(sent) })
}

function joinAnswer(sent: Sent): JoinAnswer {
  if (!sent.page) return null
  const words = noticeOf(sent.page)
  if (/You are on the waitlist/.test(words)) return 'done'
  if (/These dates are free/.test(words)) return 'free'
  if (/You already re(nt|quest)ed this/.test(words)) return 'own'
  if (/already on the waitlist/.test(words)) return 'waiting'
  if (/Two offers for this item expired/.test(words)) return 'unused'
  throw unknownAnswer(sent)
}

/** Takes an offer, if there is one, or leaves the line. */
export const answerOffer: Act = async (acting) => {
  const { scene, me, random, tally } = acting
  const place = await readEntry(acting)
  if (!place) return
  const { offered, entry } = place
  if (offered && !random.oneIn(3)) {
    const [start, end] = ['start', 'end'].map((name) => parseCalendarDate(offered.get(name)))
    if (!start || !end) throw new Error(`no days: ${offered}`)
    const days = { start: scene.numberOf(start), end: scene.numberOf(end) }
    return rentOn(acting, me.waitsFor, days)
  }
  const sent = await ask(tally, () =>
    me.browser.post('/my-rentals', { intent: 'leave-waitlist', entry }),
  )
  if (sent.page && !/success/.test(noticeOf(sent.page))) throw unknownAnswer(sent)
  const answer = sent.page ? 'done' : null
  me.waitsFor.history.add(sent, { kind: 'leave', person: me.shopper.id, answer })
}

/** "My Rentals" with the place in line; null without one. */
async function readEntry({ me, tally }: Acting) {
  const sent = await ask(tally, () => me.browser.get('/my-rentals'))
  if (!sent.page) return null
  const line = sent.page.$$('li').find((one) => one.querySelector('input[name=entry]'))
  const isOffered = line?.textContent.includes('Held for you') ?? false
  const shown = line ? (isOffered ? 'offered' : 'waiting') : 'none'
  me.waitsFor.history.add(sent, { kind: 'place', person: me.shopper.id, shown })
  if (!line) return null
  const link = line.querySelector('a[href*="start="]')?.getAttribute('href')
  return {
    entry: line.querySelector('input[name=entry]')?.getAttribute('value') ?? '',
    offered: isOffered ? new URL(link ?? '', sent.page.url).searchParams : null,
  }
}

export const readPlace: Act = async (acting) => {
  await readEntry(acting)
}
