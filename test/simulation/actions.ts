import { claimCode, open, openSuccessPage, pay } from './buying.ts'
import * as closing from './closing-days.ts'
import { extendOne } from './extending.ts'
import { chooseLending } from './lending.ts'
import * as passing from './passing.ts'
import type { Action, Play } from './play.ts'
import * as providing from './providing.ts'
import * as renting from './renting.ts'
import * as late from './returning-late.ts'
import { answerDelivery, correctOne, step } from './stepping.ts'
import * as subscribing from './subscribing.ts'
import * as waiting from './waiting.ts'

/** The relative frequency of each action: while money changes hands, and while people book a lot. */
const actions: readonly (readonly [money: number, bookings: number, Action])[] = [
  [20, 8, open],
  [22, 10, pay],
  [2, 0, openSuccessPage],
  [6, 2, claimCode],
  [12, 14, renting.rentSomething],
  [26, 38, step],
  [4, 6, extendOne],
  [2, 3, chooseLending],
  [2, 9, renting.cancelOne],
  [4, 6, correctOne],
  [2, 2, answerDelivery],
  [3, 1, renting.requestDepositRefund],
  [6, 18, renting.rentNext],
  [3, 7, late.sendOneBack],
  [3, 12, late.watchLate],
  [2, 16, late.answerRisk],
  [2, 3, late.cancelSwapped],
  [5, 22, waiting.joinOne],
  [0, 1, waiting.crowdComes],
  [1, 3, waiting.leaveOne],
  [3, 10, waiting.rentOffered],
  [3, 8, waiting.runWaitlist],
  [1, 3, closing.blockSomeDays],
  [1, 2, closing.openBlockedDays],
  [1, 6, closing.pauseOrResume],
  [4, 0, subscribing.changeUp],
  [4, 0, subscribing.changeDown],
  [3, 0, subscribing.undo],
  [2, 0, subscribing.resume],
  [3, 0, subscribing.payWhatIsDue],
  [3, 0, subscribing.newCard],
  [3, 0, subscribing.cancelPlan],
  [16, 6, providing.handleWebhooks],
  [2, 1, providing.reconcileAll],
  [1, 0, providing.restart],
  [6, 3, providing.doJobs],
  [3, 1, providing.decideDispute],
  [2, 0, providing.refundInDashboard],
  [3, 0, providing.refundBought],
  [3, 1, providing.mendRefund],
  [10, 0, passing.wait],
  [0, 12, passing.waitABit],
  [2, 20, passing.waitForSomething],
  [2, 1, passing.expireCredits],
  [4, 0, passing.grantMonths],
  [3, 2, passing.meetDeadlines],
]

/** How many actions until the other kind is the more frequent one. */
const SEASON = 50

export function chooseAction({ random }: Play, done: number): Action {
  const isForMoney = Math.floor(done / SEASON) % 4 === 0
  const weightOf = ([money, bookings]: (typeof actions)[number]) => (isForMoney ? money : bookings)
  let place = random.next() * actions.reduce((sum, one) => sum + weightOf(one), 0)
  for (const one of actions) {
    place -= weightOf(one)
    if (place < 0) return one[2]
  }
  return passing.wait
}
