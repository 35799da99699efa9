import { type Answered, tooLong } from '#app/forms/answered.ts'
import type { ReportProblem } from '#domain/booking/rentals/records/condition-reports.ts'
import { MAX_NOTE_CHARACTERS } from '#domain/booking/rentals/stage/handover-limits.ts'
import {
  DELIVERY_REPORT_HOURS,
  RETURN_REPORT_DAYS,
  type ReportStep,
} from '#domain/booking/rentals/stage/report-times.ts'
import { counted, inWords } from '#domain/shared/figures.ts'

/** Problems of a condition report. */
export function reportSentence(
  reason: Exclude<ReportProblem['reason'], 'rental-not-found'>,
  step: ReportStep,
): Answered {
  return reason === 'report-closed' ? { sentence: CLOSED[step] } : PROBLEMS[reason]
}

const PROBLEMS = {
  'already-reported': { sentence: 'You have already added this report.' },
  'report-empty': { fields: { note: 'Please write a note or add a photo.' } },
  'note-too-long': { fields: { note: tooLong(MAX_NOTE_CHARACTERS) } },
  'image-unknown': { fields: { photos: 'Please add your photos again.' } },
} satisfies Partial<Record<ReportProblem['reason'], Answered>>

const CLOSED = {
  delivery: `A report on the delivery can be added within ${counted(DELIVERY_REPORT_HOURS, 'hour')}.`,
  return: `A report on the return can be added from ${inWords(RETURN_REPORT_DAYS, 'day')} before the last day until it is returned.`,
} as const satisfies Record<ReportStep, string>
