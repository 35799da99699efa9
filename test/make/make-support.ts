import type { Db } from '#db/connection.ts'
import type { SupportKind } from '#db/enums.ts'
import type { SupportRequestId } from '#db/ids.ts'
import { answerRequest } from '#domain/care/support/answer-request.ts'
import { openSupportRequest } from '#domain/care/support/support.ts'
import type { About } from '#domain/care/support/support-subject.ts'
import type { Admin, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import type { MakeThings } from './make.ts'

const origin = 'https://shop.example'

/** What people write to the admins. */
export function makeSupport(db: Db, { shopper }: MakeThings) {
  async function supportRequest({
    kind = 'other',
    words = 'The zipper is stuck.',
    about = null,
    now = new Date(),
    ...given
  }: {
    person?: Shopper
    kind?: SupportKind
    words?: string
    about?: About | null
    now?: Date
  } = {}): Promise<{ id: SupportRequestId; person: Shopper }> {
    const person = given.person ?? (await shopper())
    const place = { timeZone: 'UTC', today: calendarDateIn('UTC', now), origin }
    const input = { kind, about, words, imageIds: [], requestKey: newId(), ...place }
    const opened = await openSupportRequest(db, person, input, now)
    if (!opened.ok) throw new Error(`not opened: ${opened.problem.reason}`)
    return { id: opened.value.id, person }
  }

  /** An admin answers; `seen` is the number of messages before. */
  async function supportAnswer(
    admin: Admin,
    id: SupportRequestId,
    { seen = 1, closes = false, words = 'We are on it.', now = new Date() } = {},
  ) {
    const answer = { id, seen, closes, words, imageIds: [], requestKey: newId(), origin }
    const sent = await answerRequest(db, admin, answer, now)
    if (!sent.ok) throw new Error(`not answered: ${sent.problem.reason}`)
  }

  return { supportRequest, supportAnswer }
}
