import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import { PhotosField } from '#app/components/images/photo-field.tsx'
import { depositSentence } from '#app/components/rental/deposit-words.ts'
import { MAX_HANDOVER_PHOTOS, photosIn } from '#app/components/rental/handover-photos.ts'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { useHydrated } from '#app/ui/hooks/use-hydrated.ts'
import { Link } from '#app/ui/link.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { RunRental } from '#domain/booking/rentals/lists/rental-panel.ts'
import { MAX_NOTE_CHARACTERS } from '#domain/booking/rentals/stage/handover-limits.ts'
import { isIn } from '#domain/booking/rentals/stage/rental-stage.ts'
import { dollars } from '#domain/shared/cents.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { HandoverFields, HandoverWayFields } from './handover-fields.tsx'
import { lossInWords } from './loss-words.ts'
import { STEP_FAILED } from './step-failed.ts'

type RentalStepsProps = {
  rental: RunRental
  hasReturnPhotos: boolean
  /** What was kept can still be corrected, because the renter has not appealed and still can. */
  mayCorrect: boolean
  cancelTo: string
  /** The message that goes with an acceptance; null where none can be sent. */
  message: string | null
  answer: Problem | undefined
}

/** The steps that are open now, each as a form (spec 5.3). */
export function RentalSteps(props: RentalStepsProps) {
  const { rental, hasReturnPhotos, mayCorrect, cancelTo, message, answer } = props
  const { moves, isForOthers } = rental
  const isWaiting = isForOthers && !isIn(rental.stage, 'over')
  if (moves.length === 0 && !isWaiting) return null
  const found = rental.stage === 'lost' ? (mayCorrect ? 'reviewed' : 'only recorded') : null
  return (
    <div className="grid gap-10">
      {isWaiting && (
        <Notice>
          This is your own rental, so another admin or the closet has to take the next step.
        </Notice>
      )}
      {rental.deposit && saysDeposit(rental) && (
        <p>{depositSentence('the renter’s', rental.deposit)}.</p>
      )}
      {answer?.problem && <Notice kind="error">{answer.problem}</Notice>}
      {moves.includes('accept') && (
        <Accept
          isOutside={rental.chosenHandover === 'ask'}
          renterName={rental.renter.fullName}
          message={message}
          answer={answer}
        />
      )}
      {moves.includes('deliver') && (
        <Delivery
          answer={answer}
          isNext={!moves.includes('accept') && !rental.proposed}
          mayNotCome={moves.includes('mark-no-show')}
        />
      )}
      {moves.includes('record-return') && <Return answer={answer} found={found} />}
      {moves.includes('mark-late') && <Late />}
      {moves.includes('mark-lost') && <Lost rental={rental} answer={answer} />}
      {moves.includes('approve-condition') && (
        <Review rental={rental} hasReturnPhotos={hasReturnPhotos} answer={answer} />
      )}
      {moves.includes('cancel') && (
        <p>
          <Link
            to={cancelTo}
            preventScrollReset
            className="inline-flex min-h-9 items-center text-sm text-link"
          >
            {rental.status === 'pending' && !isForOthers
              ? 'Decline this request'
              : 'Cancel this rental'}
          </Link>
        </p>
      )}
    </div>
  )
}

/** What secures it is said above the steps, where it is decided, and otherwise among the facts. */
export function saysDeposit({ deposit, stage, moves }: RunRental): boolean {
  return deposit !== null && !isIn(stage, 'over') && moves.length > 0
}

type StepProps = {
  title: string
  note: string
  /** It is not the next step: folded, unless it is `open`. */
  folded?: { readonly open: boolean } | false
  children: ReactNode
}

function Step({ title, note, folded = false, children }: StepProps) {
  if (folded)
    return (
      <details open={folded.open} className="group/step border-y border-line">
        <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-4 py-3">
          <h2 className="text-xl">{title}</h2>
          <span aria-hidden="true" className="text-xl text-soft group-open/step:rotate-45">
            +
          </span>
        </summary>
        <p className="mt-1 mb-6 text-soft">{note}</p>
        <div className="pb-8">{children}</div>
      </details>
    )
  return (
    <section className="border-t border-ink pt-6">
      <h2 className="text-[1.625rem]">{title}</h2>
      <p className="mt-2 mb-6 text-soft">{note}</p>
      {children}
    </section>
  )
}

type StepButtonProps = ComponentProps<typeof Button> & { step: keyof typeof STEP_FAILED }

function StepButton({ step, ...button }: StepButtonProps) {
  const busy = useNavigation().formData?.get('intent') === step
  return (
    <Button
      {...button}
      name="intent"
      value={step}
      data-failed={STEP_FAILED[step]}
      busy={busy}
      busyText="Processing..."
    />
  )
}

type AcceptProps = {
  isOutside: boolean
  renterName: string
  message: string | null
  answer: Problem | undefined
}

function Accept({ isOutside, renterName, message, answer: given }: AcceptProps) {
  const answer = given?.values.intent === 'accept' ? given : undefined
  const note = isOutside
    ? 'The renter is outside your delivery area. By accepting, you agree to arrange with them how they get it.'
    : 'The renter will get an email. You can also deliver it right away.'
  return (
    <Step title="Accept" note={note}>
      <Form
        ref={useFirstInvalid(answer)}
        method="post"
        preventScrollReset
        className="grid justify-items-start gap-5"
      >
        {message !== null && (
          <TextArea
            label={isolated(`Message to ${renterName}`)}
            optional
            rows={2}
            maxLength={MAX_NOTE_CHARACTERS}
            {...fieldsOf(answer)('message', message)}
            className="w-full"
          />
        )}
        <StepButton step="accept">Accept rental</StepButton>
      </Form>
    </Step>
  )
}

type DeliveryProps = {
  answer: Problem | undefined
  isNext: boolean
  /** It can be said that the renter did not come. */
  mayNotCome: boolean
}

/** A new request is usually accepted first, so until then delivering is folded. */
function Delivery({ answer: given, isNext, mayNotCome }: DeliveryProps) {
  const answer = given?.values.step === 'delivery' ? given : undefined
  return (
    <Step
      title={isNext ? 'Delivery' : 'Deliver it right away'}
      folded={!isNext && { open: answer !== undefined }}
      note="If the delivery fails, the rental is canceled and the renter’s credits are returned."
    >
      <HandoverForm step="delivery" answer={given}>
        <HandoverFields answer={answer} />
        <HandoverWayFields answer={answer} />
        <p className="flex flex-wrap gap-3">
          <StepButton step="deliver" kind={isNext ? 'primary' : 'secondary'}>
            Mark as delivered
          </StepButton>
          <StepButton step="fail-delivery" kind="secondary">
            Delivery failed
          </StepButton>
          {mayNotCome && (
            <StepButton step="mark-no-show" kind="secondary">
              The renter did not come
            </StepButton>
          )}
        </p>
      </HandoverForm>
    </Step>
  )
}

/** What happens with what was kept, if a lost item has turned up. */
type Found = 'reviewed' | 'only recorded' | null

const RETURN_NOTES = {
  reviewed:
    'What was kept becomes open again, and you review its condition as usual. The item is shown in the shop again.',
  'only recorded':
    'What was kept stays as it is, because it can no longer be corrected. The item is shown in the shop again.',
} as const

function Return({ answer, found }: { answer: Problem | undefined; found: Found }) {
  return (
    <Step
      title={found ? 'It turned up?' : 'Return'}
      note={found ? RETURN_NOTES[found] : 'Once it is returned, review its condition.'}
    >
      <HandoverForm step="return" answer={answer}>
        <HandoverFields answer={answer?.values.step === 'return' ? answer : undefined} />
        <p>
          <StepButton step="record-return" kind={found ? 'secondary' : 'primary'}>
            {found ? 'It turned up' : 'Mark as returned'}
          </StepButton>
        </p>
      </HandoverForm>
    </Step>
  )
}

type HandoverFormProps = { step: string; answer: Problem | undefined; children: ReactNode }

function HandoverForm({ step, answer, children }: HandoverFormProps) {
  return (
    <Form
      ref={useFirstInvalid(answer)}
      method="post"
      encType="multipart/form-data"
      className="grid gap-6"
    >
      <input type="hidden" name="step" value={step} />
      {children}
    </Form>
  )
}

/** A separate form, because it does not include the note and photos of a return. */
function Late() {
  return (
    <Step
      title="Not back yet?"
      folded={{ open: false }}
      note="The renter will get an email asking them to return it."
    >
      <Form method="post" preventScrollReset>
        <StepButton step="mark-late" kind="secondary">
          Mark as late
        </StepButton>
      </Form>
    </Step>
  )
}

function Lost({ rental, answer: given }: Pick<RentalStepsProps, 'rental' | 'answer'>) {
  const answer = given?.values.step === 'lost' ? given : undefined
  const field = fieldsOf(answer)
  return (
    <Step title="Never came back?" note={lossInWords(rental)}>
      <Form
        ref={useFirstInvalid(answer)}
        method="post"
        preventScrollReset
        noValidate
        className="grid gap-6"
      >
        <input type="hidden" name="step" value="lost" />
        <TextArea
          label="What happened"
          {...field('notes')}
          rows={3}
          maxLength={MAX_NOTE_CHARACTERS}
          hint="Say when you asked for it back, and what the renter answered. The renter will get it by email."
        />
        <p>
          <StepButton step="mark-lost" kind="danger">
            It never came back
          </StepButton>
        </p>
      </Form>
    </Step>
  )
}

type ReviewProps = Pick<RentalStepsProps, 'rental' | 'hasReturnPhotos' | 'answer'>

function Review({ rental, hasReturnPhotos, answer: given }: ReviewProps) {
  const answer = given?.values.step === 'review' ? given : undefined
  const field = fieldsOf(answer)
  const form = useFirstInvalid(answer)
  const [typed, setTyped] = useState(answer?.values.keep ?? '')
  const hydrated = useHydrated()
  // Includes an amount that was typed before the script had loaded.
  useEffect(() => {
    const field = form.current?.elements.namedItem('keep')
    if (field instanceof HTMLInputElement) setTyped(field.value)
  }, [form])
  const hasAmount = hydrated && Math.round(Number(typed) * 100) > 0
  const approve = (
    <StepButton step="approve-condition" kind={hasAmount ? 'secondary' : 'primary'}>
      Approve
    </StepButton>
  )
  const keep = (
    <StepButton step="keep-deposit" kind={hasAmount ? 'primary' : 'danger'} className="keep-button">
      Keep Deposit
    </StepButton>
  )
  return (
    <Step
      title="Condition"
      note={`Approve it, or keep up to ${dollars(rental.maxWithheldCents)} of the deposit for damage.`}
    >
      <Form
        method="post"
        encType="multipart/form-data"
        noValidate
        ref={form}
        className="review-form grid gap-6"
      >
        <input type="hidden" name="step" value="review" />
        <Field
          label="Keep from the deposit"
          optional
          hint="In dollars. Leave it empty to approve."
          {...field('keep')}
          type="number"
          inputMode="decimal"
          min={0}
          max={rental.maxWithheldCents / 100}
          step={0.01}
          placeholder="0.00"
          className="[&_input]:max-w-56"
          onChange={(event) => setTyped(event.target.value)}
        />
        <TextArea
          label="Condition notes"
          {...field('notes')}
          rows={3}
          maxLength={MAX_NOTE_CHARACTERS}
          hint="If you keep part of the deposit, give the reason here. The renter will get it by email."
        />
        <PhotosField
          label="Photos of the damage"
          optional={hasReturnPhotos}
          hint={`${
            hasReturnPhotos
              ? 'Add more if the photos from the return do not show it.'
              : 'Please add at least one if you keep part of the deposit.'
          } The renter can see them.`}
          name="photos"
          use="handover"
          max={MAX_HANDOVER_PHOTOS}
          photos={photosIn(answer)}
          error={answer?.fields.photos}
        />
        {/* Enter presses the first button. */}
        <p className="flex flex-wrap gap-3">
          {hasAmount && keep}
          {approve}
          {!hydrated && keep}
        </p>
      </Form>
    </Step>
  )
}
