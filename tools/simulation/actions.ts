import * as appealing from './appealing.ts'
import { chooseGiftMonths, claimCode, open, openSuccessPage, pay } from './buying.ts'
import * as dates from './changing-dates.ts'
import { closeOne, leaveShop } from './closing-accounts.ts'
import * as closing from './closing-days.ts'
import { causeLateReturn } from './coming-late.ts'
import * as differing from './differing.ts'
import * as episodes from './episodes.ts'
import { readOnce } from './explaining.ts'
import { extendOne } from './extending.ts'
import { addOneHoliday, removeOneHoliday } from './holidays.ts'
import { requestFinalOne } from './leaving.ts'
import { chooseAcceptance, chooseLending } from './lending.ts'
import * as messaging from './messaging.ts'
import * as passing from './passing.ts'
import * as paying from './paying-closets.ts'
import { payForRental } from './paying-to-rent.ts'
import * as setup from './payout-setup.ts'
import { planOne } from './planning.ts'
import * as providing from './providing.ts'
import * as reviewing from './rating-rentals.ts'
import * as renting from './renting.ts'
import { reportOne } from './reporting.ts'
import * as returning from './requesting-returns.ts'
import * as late from './returning-late.ts'
import { sendBackSoon } from './sending-back-soon.ts'
import type { Action, Simulation } from './simulation.ts'
import { answerDelivery, correctOne, step } from './stepping.ts'
import * as subscribing from './subscribing.ts'
import * as waiting from './waiting.ts'

type Season = 'money' | 'bookings' | 'lines' | 'payouts'

/** The seasons in order, each with its most frequent kind of actions. */
const SEASONS: readonly Season[] = [
  ...(['money', 'bookings', 'lines', 'bookings', 'payouts'] as const),
  ...(['payouts', 'money', 'lines', 'bookings', 'lines', 'payouts'] as const),
]

/**
 * The relative frequency of each action: while money changes hands, while people book a lot, while
 * they wait in line, and while closets are paid.
 */
const actions: readonly (readonly [...weights: [number, number, number, number], Action])[] = [
  [20, 8, 8, 4, open],
  [22, 10, 10, 5, pay],
  [2, 0, 0, 0, openSuccessPage],
  [2, 1, 1, 0, chooseGiftMonths],
  [6, 6, 4, 1, payForRental],
  [6, 2, 1, 0, claimCode],
  [12, 14, 22, 8, renting.rentSomething],
  [26, 38, 20, 30, step],
  [4, 12, 10, 0, extendOne],
  [3, 12, 10, 1, dates.changeOne],
  [2, 8, 6, 1, dates.answerOne],
  [3, 4, 3, 0, chooseLending],
  [2, 4, 3, 1, chooseAcceptance],
  [2, 9, 24, 0, renting.cancelOne],
  [5, 12, 8, 16, correctOne],
  [2, 2, 1, 0, answerDelivery],
  [6, 6, 2, 2, reportOne],
  [10, 16, 8, 22, appealing.fileOne],
  [10, 12, 5, 16, appealing.answerOne],
  [10, 20, 8, 28, appealing.decideOne],
  [2, 2, 2, 5, appealing.withdrawOne],
  [2, 2, 0, 4, appealing.watch],
  [2, 3, 0, 6, appealing.release],
  [3, 3, 4, 8, renting.requestDepositRefund],
  [6, 8, 4, 8, returning.requestOne],
  [2, 2, 1, 2, returning.withdrawOne],
  [5, 6, 3, 6, returning.answerOne],
  [4, 6, 3, 6, returning.decideOne],
  [1, 1, 1, 1, returning.watch],
  [1, 1, 1, 1, returning.chooseFitReturns],
  [6, 18, 10, 0, renting.rentNext],
  [3, 14, 4, 0, late.sendOneBack],
  [1, 11, 2, 0, causeLateReturn],
  [3, 16, 4, 0, late.watchLate],
  [2, 16, 3, 0, late.answerRisk],
  [2, 3, 0, 0, late.cancelSwapped],
  [5, 28, 44, 0, waiting.joinOne],
  [1, 8, 40, 0, waiting.joinBehind],
  [0, 1, 4, 0, waiting.fillWaitlist],
  [1, 6, 8, 0, waiting.leaveOne],
  [3, 14, 26, 0, waiting.rentOffered],
  [3, 8, 16, 0, waiting.runWaitlist],
  [1, 5, 8, 0, closing.blockSomeDays],
  [1, 4, 6, 0, closing.openBlockedDays],
  [1, 14, 16, 0, closing.pauseOrResume],
  [1, 4, 6, 0, addOneHoliday],
  [1, 6, 9, 0, removeOneHoliday],
  [4, 0, 0, 0, subscribing.upgradePlan],
  [4, 0, 0, 0, subscribing.downgradePlan],
  [3, 0, 0, 0, subscribing.undo],
  [2, 0, 0, 0, subscribing.resume],
  [3, 0, 0, 0, subscribing.payDueInvoices],
  [3, 0, 0, 0, subscribing.newCard],
  [3, 0, 0, 0, subscribing.cancelPlan],
  [16, 6, 6, 18, providing.handleWebhooks],
  [2, 1, 1, 2, readOnce],
  [2, 1, 1, 2, providing.reconcileAll],
  [1, 0, 0, 1, providing.restart],
  [6, 3, 3, 3, providing.runJobs],
  [3, 1, 0, 0, providing.decideDispute],
  [2, 0, 0, 0, providing.refundInDashboard],
  [3, 0, 0, 0, providing.refundBought],
  [3, 0, 0, 0, providing.undoBought],
  [3, 1, 0, 0, providing.resolveFailedRefund],
  [10, 0, 0, 6, passing.wait],
  [0, 12, 14, 4, passing.waitABit],
  [0, 3, 18, 0, passing.waitForOffer],
  [2, 20, 4, 0, passing.waitForSomething],
  [2, 1, 0, 0, passing.expireCredits],
  [4, 0, 0, 0, passing.grantMonths],
  [3, 2, 1, 3, passing.meetDeadlines],
  [3, 1, 0, 16, setup.setUpPayouts],
  [0, 0, 0, 6, setup.leaveStripe],
  [0, 0, 0, 9, setup.checkAgain],
  [1, 1, 0, 3, paying.announceRate],
  [1, 0, 0, 14, paying.correctOne],
  [2, 1, 0, 18, paying.runPayouts],
  [1, 0, 0, 36, paying.makeOne],
  [1, 0, 0, 10, paying.makePending],
  [1, 0, 0, 16, paying.retryOne],
  [0, 0, 0, 6, paying.emptyBalance],
  [1, 0, 0, 8, differing.compareLists],
  [0, 0, 0, 7, differing.transferByHand],
  [2, 1, 0, 20, differing.acceptOne],
  [0, 0, 0, 8, differing.reverseOne],
  [3, 6, 4, 26, requestFinalOne],
  [1, 3, 3, 8, closeOne],
  [0, 1, 1, 14, leaveShop],
  [12, 12, 8, 12, reviewing.rateOne],
  [4, 4, 3, 4, reviewing.publishSome],
  [6, 5, 4, 8, reviewing.replyOne],
  [3, 2, 2, 3, reviewing.moderateOne],
  [5, 5, 5, 3, messaging.ask],
  [8, 8, 8, 5, messaging.answer],
  [5, 5, 5, 3, messaging.readSome],
  [4, 4, 4, 2, messaging.withdrawOne],
  [3, 4, 4, 2, messaging.blockOne],
  [8, 8, 8, 4, planOne],
  [1, 4, 2, 10, episodes.rentForADay],
  [4, 6, 3, 8, sendBackSoon],
  [0, 0, 0, 12, episodes.payWithFault],
  [0, 2, 12, 0, episodes.letOffersExpire],
  [0, 1, 4, 0, episodes.waitForMany],
  [0, 0, 0, 10, paying.waitForPayDay],
  [0, 0, 0, 18, paying.payMonth],
]

/** The number of actions in a season. */
const SEASON = 50

export function chooseAction({ random }: Simulation, done: number): Action {
  const season = SEASONS[Math.floor(done / SEASON) % SEASONS.length]
  const weightOf = ([money, bookings, lines, payouts]: (typeof actions)[number]) =>
    ({ money, bookings, lines, payouts })[season ?? 'money']
  let place = random.next() * actions.reduce((sum, one) => sum + weightOf(one), 0)
  for (const one of actions) {
    place -= weightOf(one)
    if (place < 0) return one[4]
  }
  return passing.wait
}
