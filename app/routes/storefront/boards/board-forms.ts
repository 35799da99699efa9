import * as z from 'zod'
import { DATE_SENTENCES } from '#app/components/dates/dates-in-words.ts'
import { type Problem, problem } from '#app/forms/forms.ts'
import { line, ZIP_UNKNOWN, zipCode } from '#app/forms/text-fields.ts'
import { usualSizes } from '#db/enums.ts'
import {
  MAX_BOARD_NAME,
  MAX_BOARDS,
  MAX_FIRST_NAME,
  MAX_PEOPLE,
  MAX_PIECES,
} from '#domain/booking/boards/board-limits.ts'
import type { JoinProblem, MakeProblem } from '#domain/booking/boards/boards.ts'
import type { DatesProblem } from '#domain/booking/calendar/rental-dates.ts'
import { placeOfZip } from '#domain/catalogue/places/places.ts'

export const ownWords = z
  .object({
    first_name: line({ maxLength: MAX_FIRST_NAME, missing: 'Please enter your first name.' }),
    size: z.enum(['', ...usualSizes], 'Please choose a size.').default(''),
  })
  .transform(({ first_name, size }) => ({ firstName: first_name, size: size || null }))

export const occasion = z.object({
  name: line({ maxLength: MAX_BOARD_NAME, missing: 'Please name the occasion.' }),
  start: z.string().max(20).default(''),
  end: z.string().max(20).default(''),
  zip: zipCode()
    .default('')
    .refine((zip) => zip === '' || placeOfZip(zip) !== null, ZIP_UNKNOWN)
    .transform((zip) => zip || null),
})

type Refusal = DatesProblem | MakeProblem | JoinProblem

const SENTENCES = {
  ...DATE_SENTENCES,
  'dates-missing': 'Please choose the first and the last day.',
  'too-many-boards': `You can be on ${MAX_BOARDS} boards. Please leave one first.`,
  'board-full': `This board has ${MAX_PEOPLE} people already.`,
  'pieces-full': `A board has room for ${MAX_PIECES} items. Please take one off first.`,
  'item-not-found': 'This item is no longer there.',
  'not-found': 'You are no longer on this board.',
} as const satisfies Record<Refusal['reason'], string>

/** What is wrong, beside the dates if it is about them. */
export function boardProblem({ reason }: Pick<Refusal, 'reason'>, form: FormData): Problem {
  const sentence = SENTENCES[reason]
  if (!reason.startsWith('dates-')) return problem(sentence, { form })
  return problem('', { fields: { [form.get('start') ? 'end' : 'start']: sentence }, form })
}
