import type { UndoName } from '#domain/booking/rentals/stage/rental-stage.ts'

type Words = {
  /** Asks whether the step was a mistake. */
  readonly hint: string
  readonly question: string
  readonly confirm: string
  readonly done: string
}

export const correctionWords = {
  'undo-accept': {
    hint: 'Accepted by mistake?',
    question: 'Undo the acceptance?',
    confirm: 'Undo acceptance',
    done: 'Acceptance undone. It is a new request again.',
  },
  'undo-deliver': {
    hint: 'Marked as delivered by mistake?',
    question: 'Undo this delivery?',
    confirm: 'Undo delivery',
    done: 'No longer marked as delivered.',
  },
  'undo-late': {
    hint: 'Marked as late by mistake?',
    question: 'Remove the late mark?',
    confirm: 'Remove late mark',
    done: 'No longer marked as late.',
  },
  'undo-send-back': {
    hint: 'Marked as sent back by mistake?',
    question: 'Undo sending back?',
    confirm: 'Undo sending back',
    done: 'No longer marked as sent back.',
  },
  'undo-return': {
    hint: 'Marked as returned by mistake?',
    question: 'Undo this return?',
    confirm: 'Undo return',
    done: 'No longer marked as returned.',
  },
  reopen: {
    hint: 'Canceled by mistake?',
    question: 'Reopen this rental?',
    confirm: 'Reopen rental',
    done: 'Rental reopened.',
  },
  'undo-review': {
    hint: 'Decided by mistake?',
    question: 'Reopen the review?',
    confirm: 'Reopen review',
    done: 'You can review its condition again.',
  },
} as const satisfies Record<UndoName, Words>

export const correctionEffects = {
  'undo-accept': 'The renter will get an email.',
  'undo-deliver': 'The renter will get an email.',
  'undo-late': 'The renter will get an email.',
  'undo-send-back': 'The renter and the closet will get an email.',
  'undo-return': 'The renter will get an email.',
  reopen:
    'The renter is charged the credits again, if they have enough and the item is still available. The renter will get an email.',
  'undo-review':
    'The amount kept is returned to the deposit until you decide again. The renter will get an email.',
} as const satisfies Record<UndoName, string>
