import type { UndoName } from '#domain/booking/rentals/stage/rental-stage.ts'
import words from './correction-words.json' with { type: 'json' }

type Words = Readonly<Record<'hint' | 'question' | 'confirm' | 'done' | 'effect', string>>

/** The texts that offer, explain, confirm and report undoing each step. */
export const correctionWords: Readonly<Record<UndoName, Words>> = words
