import type { Act } from './acting.ts'
import { buy, claim, readBalance, refund } from './buying.ts'
import { earn, payOut, readEarnings } from './earning.ts'
import { changePlan, readCredits } from './planning.ts'
import { cancel, changeDays, readCalendar, readRentals, rent } from './renting.ts'
import { swap } from './swapping.ts'
import { answerOffer, join, readPlace } from './waiting.ts'

/** What people do; frequent things are listed several times. */
export const everyAct: readonly Act[] = [
  ...[rent, rent, rent, rent, changeDays, changeDays, cancel, cancel, swap, swap],
  ...[join, join, answerOffer, claim, refund, earn, payOut, buy, changePlan, changePlan],
  ...[readBalance, readBalance, readCalendar, readCalendar, readRentals, readPlace],
  ...[readCredits, readEarnings],
]

/** Looks at everything, after all else. */
export const readEverything: readonly Act[] = [
  ...[readBalance, readRentals, readPlace, readCredits, readEarnings],
]
