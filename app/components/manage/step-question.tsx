import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Problem } from '#app/forms/forms.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import type { RunRental } from '#domain/booking/rentals/lists/rental-panel.ts'
import { CONTEST_HOURS } from '#domain/booking/rentals/stage/contest-time.ts'
import { dollars } from '#domain/shared/cents.ts'
import { inWords } from '#domain/shared/figures.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { showDate } from '#domain/shared/time/calendar-date.ts'
import { lossInWords, noShowInWords } from './loss-words.ts'
import { refundAhead } from './refund-words.ts'
import { STEP_FAILED } from './step-failed.ts'

/** Steps that cost somebody something and therefore need a confirmation. */
export type StepToConfirm =
  | 'cancel'
  | 'fail-delivery'
  | 'mark-no-show'
  | 'mark-late'
  | 'mark-lost'
  | 'keep-deposit'

/** The answer of the action: something to correct, or a step that needs a confirmation. */
export type StepAnswer = Problem & { readonly toConfirm?: StepToConfirm }

type Words = {
  readonly question: string
  readonly body: ReactNode
  readonly confirmText: string
  readonly cancelText: string
  readonly danger: boolean
}

function wordsOf(
  step: StepToConfirm,
  rental: RunRental,
  values: Problem['values'],
  hasReturnPhotos: boolean,
): Words {
  const { title, renter } = rental
  switch (step) {
    case 'cancel':
      // A request is declined. An accepted rental or an admin's own request is canceled.
      if (rental.status === 'pending' && !rental.isForOthers)
        return {
          question: `Decline the request for ${title}?`,
          body: refundAhead(rental),
          confirmText: 'Decline request',
          cancelText: 'Go back',
          danger: true,
        }
      return {
        question: `Cancel the rental of ${title}?`,
        body: refundAhead(rental),
        confirmText: 'Cancel rental',
        cancelText: 'Keep it',
        danger: true,
      }
    case 'fail-delivery':
      return {
        question: `Did the delivery of ${title} fail?`,
        body: `The rental will be canceled. ${refundAhead(rental)}`,
        confirmText: 'Delivery failed',
        cancelText: 'Go back',
        danger: true,
      }
    case 'mark-no-show':
      return {
        question: isolated(`Did ${renter.fullName} not come for ${title}?`),
        body: isolated(
          `The rental ends. ${noShowInWords(rental)} ${renter.fullName} will get an email, and can contest it within ${inWords(CONTEST_HOURS, 'hour')}.`,
        ),
        confirmText: 'The renter did not come',
        cancelText: 'Go back',
        danger: true,
      }
    case 'mark-late':
      return {
        question: `Mark ${title} as late?`,
        body: isolated(
          `It was due back on ${showDate(rental.end)}. ${renter.fullName} will get an email asking them to return it.`,
        ),
        confirmText: 'Mark as late',
        cancelText: 'Go back',
        danger: false,
      }
    case 'mark-lost':
      return {
        question: `Did ${title} never come back?`,
        body: (
          <>
            {lossInWords(rental)} <bdi>{renter.fullName}</bdi> will get an email with your
            statement, and can appeal:
            <span className="mt-2 block whitespace-pre-line text-ink">“{values.notes}”</span>
          </>
        ),
        confirmText: 'It never came back',
        cancelText: 'Go back',
        danger: true,
      }
    case 'keep-deposit': {
      const amount = dollars(Math.round(Number(values.keep?.replace('$', '')) * 100))
      return {
        question: isolated(`Keep ${amount} of ${renter.fullName}’s deposit?`),
        body: (
          <>
            <bdi>{renter.fullName}</bdi> will get an email with your reason:
            <span className="mt-2 block whitespace-pre-line text-ink">“{values.notes}”</span>
            {!hasReturnPhotos && !values.photos && (
              <span className="mt-4 block font-medium text-danger">
                There is no photo of the damage. If <bdi>{renter.fullName}</bdi> appeals, we may
                have to return the money. Go back to add one.
              </span>
            )}
          </>
        ),
        confirmText: `Keep ${amount}`,
        cancelText: 'Go back',
        danger: true,
      }
    }
  }
}

/** The questions that a link opens. */
const STEPS_BY_LINK = ['cancel', 'fail-delivery', 'mark-no-show', 'mark-late'] as const

type StepQuestionProps = {
  rental: RunRental
  hasReturnPhotos: boolean
  own: string
  /** The question that the address opens. */
  asking: string | null
  openedFrom: string | null
  answer: StepAnswer | undefined
}

/** The question before a step; the input of its form is sent with the answer. */
export function StepQuestion(props: StepQuestionProps) {
  const { rental, hasReturnPhotos, own, asking, openedFrom, answer } = props
  const { key } = useLocation()
  const requested =
    answer?.toConfirm ??
    STEPS_BY_LINK.find((step) => step === asking && rental.moves.includes(step))
  if (!requested) return null
  const values = { ...(openedFrom && { returnTo: openedFrom }), ...answer?.values }
  const { question, body, ...words } = wordsOf(requested, rental, values, hasReturnPhotos)
  return (
    <ConfirmDialog
      {...words}
      key={requested}
      question={question}
      open={answer?.toConfirm ? answer : key}
      closeTo={answer?.toConfirm ? undefined : (openedFrom ?? own)}
      action={own}
      fields={{ ...values, intent: requested, confirmed: 'yes' }}
      failed={STEP_FAILED[requested]}
    >
      <p className="text-soft">{body}</p>
    </ConfirmDialog>
  )
}
