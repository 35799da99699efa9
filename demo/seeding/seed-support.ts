import type { Db } from '#db/connection.ts'
import type { RentalId, SupportRequestId } from '#db/ids.ts'
import { answerRequest } from '#domain/care/support/answer-request.ts'
import { saveAnswer } from '#domain/care/support/saved-answers.ts'
import { type NewSupportRequest, openSupportRequest } from '#domain/care/support/support.ts'
import { type Admin, asAdmin } from '#domain/shared/actors.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { DemoContext } from './demo-context.ts'
import { demoId } from './demo-id.ts'
import { demoShopper } from './demo-payments.ts'
import { itemId } from './seed-catalogue.ts'
import { findPerson, shopperEmail } from './seed-people.ts'
import { dropEmails } from './seed-rentals.ts'

const HOUR_MS = 3_600_000

const saved = {
  title: 'How long refunds take',
  body: 'We refund a deposit to the card that it was paid with. Your bank usually needs 5 to 10 days to show it.',
}

/** Adds a support request that is open, one that is answered, and a saved answer. */
export async function seedSupport(context: DemoContext, now: Date): Promise<void> {
  const { db } = context
  const admin = asAdmin(await findPerson(db, 'admin@hemline.test'))
  if (!admin) throw new Error('the demo has no admin')
  await open(context, 'shopper@hemline.test', new Date(now.getTime() - 1 * HOUR_MS), {
    kind: 'damaged',
    about: { rentalId: await openRental(db) },
    words:
      'A seam at the back opened while I was dancing. Should I have it mended, or leave it to the closet?',
  })
  const answered = await open(
    context,
    shopperEmail('Iris Vale'),
    new Date(now.getTime() - 50 * HOUR_MS),
    {
      kind: 'payment',
      about: null,
      words: 'I asked for my deposit back on Monday, and my bank does not show it yet.',
    },
  )
  await answer(context, admin, answered, new Date(now.getTime() - 47 * HOUR_MS))
  await saveAnswer(db, admin, { id: null, ...saved, seenAt: null }, now)
  await dropEmails(db, 'tell-admins')
}

async function open(
  { db, origin, timeZone }: DemoContext,
  email: string,
  at: Date,
  input: Pick<NewSupportRequest, 'kind' | 'about' | 'words'>,
): Promise<SupportRequestId> {
  const person = await demoShopper(db, email)
  const requestKey = demoId(`support ${email}`)
  const place = { today: calendarDateIn(timeZone, at), timeZone, origin }
  const request = { ...input, requestKey, imageIds: [], ...place }
  const opened = await openSupportRequest(db, person, request, at)
  if (!opened.ok) throw new Error(`the demo’s support request: ${opened.problem.reason}`)
  return opened.value.id
}

async function answer(
  { db, origin }: DemoContext,
  admin: Admin,
  id: SupportRequestId,
  at: Date,
): Promise<void> {
  const requestKey = demoId(`support answer ${id}`)
  const written = {
    id,
    requestKey,
    seen: 1,
    words: saved.body,
    imageIds: [],
    closes: false,
    origin,
  }
  const answered = await answerRequest(db, admin, written, at)
  if (!answered.ok) throw new Error(`the demo’s answer: ${answered.problem.reason}`)
}

/** The rental that the demo’s shopper has with them. */
async function openRental(db: Db): Promise<RentalId> {
  const { id: renterId } = await demoShopper(db, 'shopper@hemline.test')
  const rental = await db
    .selectFrom('rentals')
    .select('id')
    .where('renter_id', '=', renterId)
    .where('item_id', '=', itemId('polka-dot-wrap'))
    .where('status', '=', 'delivered')
    .executeTakeFirstOrThrow()
  return rental.id
}
