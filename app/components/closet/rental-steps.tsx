import { type ReactNode, useState } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { PhotosField } from '#app/components/images/photo-field.tsx'
import { useFirstInvalid } from '#app/components/use-first-invalid.ts'
import type { Problem } from '#app/http/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { RunRental } from '#domain/rentals/rental-panel.ts'
import { dollars } from '#domain/shared/cents.ts'

/** Photos that may go with a handover. */
export const MOST_HANDOVER_PHOTOS = 6

type RentalStepsProps = {
  rental: RunRental
  /** The address that asks whether to cancel. */
  cancelTo: string
  answer: Problem | undefined
}

/** The steps that are open now, each as a form (business §4). */
export function RentalSteps({ rental, cancelTo, answer }: RentalStepsProps) {
  const { moves } = rental
  if (moves.length === 0) return null
  return (
    <div className="grid gap-10">
      {answer?.problem && <Notice kind="error">{answer.problem}</Notice>}
      {moves.includes('accept') && <Accept />}
      {moves.includes('deliver') && <Delivery answer={answer} />}
      {moves.includes('return') && (
        <Return answer={answer} mayMarkLate={moves.includes('mark late')} />
      )}
      {moves.includes('approve condition') && <Review rental={rental} answer={answer} />}
      {moves.includes('cancel') && (
        <p>
          <Link
            to={cancelTo}
            preventScrollReset
            className="inline-flex min-h-9 items-center text-sm text-link"
          >
            Cancel this rental
          </Link>
        </p>
      )}
    </div>
  )
}

function Step({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section className="border-t border-ink pt-6">
      <h2 className="text-[1.625rem]">{title}</h2>
      <p className="mt-2 mb-6 text-soft">{note}</p>
      {children}
    </section>
  )
}

/** Which of the forms on the page is under way. */
function useBusy(intent: string): boolean {
  return useNavigation().formData?.get('intent') === intent
}

function Accept() {
  return (
    <Step
      title="Accept"
      note="Tell the renter that you lend it. You can also deliver it right away."
    >
      <Form method="post" preventScrollReset>
        <Button name="intent" value="accept" busy={useBusy('accept')} busyText="Processing...">
          Accept rental
        </Button>
      </Form>
    </Step>
  )
}

function Delivery({ answer }: { answer: Problem | undefined }) {
  const [delivered, failed] = [useBusy('deliver'), useBusy('fail')]
  return (
    <Step
      title="Delivery"
      note="If it cannot be delivered the rental is cancelled, and the renter gets everything back."
    >
      <Form method="post" encType="multipart/form-data" className="grid gap-6">
        <HandoverFields answer={answer?.values.step === 'delivery' ? answer : undefined} />
        <input type="hidden" name="step" value="delivery" />
        <p className="flex flex-wrap gap-3">
          <Button name="intent" value="deliver" busy={delivered} busyText="Processing...">
            Mark as delivered
          </Button>
          <Button
            name="intent"
            value="fail"
            kind="secondary"
            busy={failed}
            busyText="Processing..."
          >
            Delivery failed
          </Button>
        </p>
      </Form>
    </Step>
  )
}

function Return({ answer, mayMarkLate }: { answer: Problem | undefined; mayMarkLate: boolean }) {
  const [returned, late] = [useBusy('return'), useBusy('late')]
  return (
    <Step title="Return" note="Once it is back you review its condition.">
      <Form method="post" encType="multipart/form-data" className="grid gap-6">
        <HandoverFields answer={answer?.values.step === 'return' ? answer : undefined} />
        <input type="hidden" name="step" value="return" />
        <p className="flex flex-wrap gap-3">
          <Button name="intent" value="return" busy={returned} busyText="Processing...">
            Mark as returned
          </Button>
          {mayMarkLate && (
            <Button
              name="intent"
              value="late"
              kind="secondary"
              busy={late}
              busyText="Processing..."
            >
              Mark as late
            </Button>
          )}
        </p>
      </Form>
    </Step>
  )
}

function HandoverFields({ answer }: { answer: Problem | undefined }) {
  const ids = answer?.values.photos?.split(',').filter(Boolean) ?? []
  return (
    <>
      <TextArea
        label="Note"
        name="note"
        optional
        rows={3}
        maxLength={2000}
        hint="The renter sees it as well."
        defaultValue={answer?.values.note}
        error={answer?.fields.note}
      />
      <PhotosField
        label="Photos"
        optional
        hint="How it looks now, up to 5 MB each. The renter sees them as well."
        name="photos"
        use="handover"
        most={MOST_HANDOVER_PHOTOS}
        photos={ids.map((id) => ({ id, url: `/images/${id}` }))}
        error={answer?.fields.photos}
      />
    </>
  )
}

function Review({ rental, answer: given }: { rental: RunRental; answer: Problem | undefined }) {
  const answer = given?.values.step === 'review' ? given : undefined
  const [approving, keeping] = [useBusy('approve'), useBusy('keep')]
  const form = useFirstInvalid(answer)
  const [amount, setAmount] = useState(answer?.values.keep ?? '')
  const hydrated = useHydrated()
  const most = dollars(rental.mostKept)
  return (
    <Step
      title="Condition"
      note={`Approve it, or keep part of the deposit for what happened to it: at most ${most}.`}
    >
      <Form method="post" noValidate ref={form} className="review-form grid gap-6">
        <input type="hidden" name="step" value="review" />
        <TextArea
          label="Condition notes"
          name="notes"
          optional
          rows={3}
          maxLength={2000}
          hint="The renter reads them when something is kept."
          defaultValue={answer?.values.notes}
          error={answer?.fields.notes}
        />
        <Field
          label="Keep from the deposit"
          hint="In dollars. Nothing is kept when you approve."
          name="keep"
          type="number"
          inputMode="decimal"
          min={0}
          max={rental.mostKept / 100}
          step={0.01}
          placeholder="0.00"
          defaultValue={answer?.values.keep}
          error={answer?.fields.keep}
          className="max-w-56"
          onChange={(event) => setAmount(event.target.value)}
          // Enter in a field presses the first button, and approving is not meant then.
          onKeyDown={(event) => {
            if (event.key === 'Enter' && Number(amount) > 0) event.preventDefault()
          }}
        />
        <p className="flex flex-wrap gap-3">
          <Button name="intent" value="approve" busy={approving} busyText="Processing...">
            Approve
          </Button>
          {(!hydrated || Number(amount) > 0) && (
            <Button
              name="intent"
              value="keep"
              kind="danger"
              busy={keeping}
              busyText="Processing..."
              className="keep-button"
            >
              Keep Deposit
            </Button>
          )}
        </p>
      </Form>
    </Step>
  )
}
