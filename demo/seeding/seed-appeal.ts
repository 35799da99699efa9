import { keepDeposit } from '#domain/booking/rentals/changes/rental-review.ts'
import { answerAppeal, fileAppeal } from '#domain/care/cases/appeals.ts'
import { asClosetOwner } from '#domain/shared/actors.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { DemoContext } from './demo-context.ts'
import { demoShopper } from './demo-payments.ts'
import { damagedRental } from './demo-rentals.ts'
import { closetEmail, findPerson } from './seed-people.ts'
import { dropEmails, emailOf, keyOf } from './seed-rentals.ts'

const HOUR_MS = 3_600_000
const WITHHELD_CENTS = 1800

/** The demo closet withholds a part of a deposit, the renter appeals, and an admin has to decide. */
export async function seedAppeal(
  { db, origin, timeZone }: Pick<DemoContext, 'db' | 'origin' | 'timeZone'>,
  now: Date,
): Promise<void> {
  const { id: rentalId, status } = await db
    .selectFrom('rentals')
    .select(['id', 'status'])
    .where('request_key', '=', keyOf(damagedRental))
    .executeTakeFirstOrThrow()
  const owner = asClosetOwner(await findPerson(db, closetEmail(0)))
  if (!owner) throw new Error('the demo has no closet')
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR_MS)
  const check = (
    what: string,
    answer: { ok: true } | { ok: false; problem: { reason: string } },
  ) => {
    if (!answer.ok) throw new Error(`the demo’s ${what}: ${answer.problem.reason}`)
  }
  if (status !== 'completed') {
    const notes = 'The hem is torn for about three inches, and the tailor asks $18.'
    const today = calendarDateIn(timeZone, at(30))
    const damage = { rentalId, origin, today, cents: WITHHELD_CENTS, notes }
    check('damage', await keepDeposit(db, owner, damage, at(30)))
  }
  const renter = await demoShopper(db, emailOf(damagedRental.renter))
  const words = 'The hem was loose when I got it; I wrote so on the day. I did not tear it.'
  check('appeal', await fileAppeal(db, renter, { rentalId, words, imageIds: [] }, at(20)))
  const reply = 'It was whole at the handover. I can show the bill of the tailor.'
  check('answer', await answerAppeal(db, owner, { rentalId, words: reply, imageIds: [] }, at(3)))
  await dropEmails(db, 'tell-about-rental')
  await dropEmails(db, 'tell-about-appeal')
}
