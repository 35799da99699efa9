import { href } from 'react-router'
import { PhotosField } from '#app/components/images/photo-field.tsx'
import { uploadedPhoto } from '#app/components/images/upload-photo.ts'
import { creditsInWords } from '#app/components/viewer/shell.ts'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { SelectField } from '#app/ui/fields/select-field.tsx'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { Link } from '#app/ui/link.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { DAYS_OVER } from '#domain/booking/rentals/stage/no-show.ts'
import {
  ANSWER_HOURS,
  DECISION_DAYS,
  MAX_CASE_CHARACTERS,
  MAX_CASE_PHOTOS,
} from '#domain/care/cases/case-limits.ts'
import { PAID_DAYS } from '#domain/care/cases/return-limits.ts'
import { MAX_FILE_SIZE } from '#domain/catalogue/images/image-shapes.ts'
import { counted, inWords } from '#domain/shared/figures.ts'
import { isolated } from '#domain/shared/isolate.ts'
import { type CalendarDate, datesInWords } from '#domain/shared/time/calendar-date.ts'
import type { ReturnInWords } from './case-in-words.ts'
import { ReturnRecord } from './case-record.tsx'
import { returnReasonWords } from './case-words.ts'

type MyReturnProps = {
  found: ReturnInWords
  answer: Problem | undefined
  today: CalendarDate
  /** The last day of the rental. */
  end: CalendarDate
}

export function MyReturn({ found, answer, today, end }: MyReturnProps) {
  const { rentalId, ownerName, adminsAnswer, request, askUntil } = found
  if (!request && !askUntil) return null
  if (found.isNoShow) return <MyNoShow found={found} answer={answer} isOver={end < today} />
  const isUndecided = request?.status === 'open' || request?.status === 'contested'
  return (
    <section
      id="return-request"
      aria-labelledby="return-title"
      className="border-t border-ink pt-6"
    >
      <h2 id="return-title" className="text-[1.625rem]">
        {request ? 'Your return request' : 'Is something wrong with it?'}
      </h2>
      {!request && (
        <>
          <p className="mt-3">{offer(found)}</p>
          <p className="mt-3 font-medium">You can ask until {askUntil}</p>
          <details className="mt-4" open={answer !== undefined}>
            <summary className="inline-flex min-h-11 cursor-pointer items-center text-link">
              Request a return
            </summary>
            <p className="mt-3 text-sm text-soft">
              {adminsAnswer ? 'Hemline' : <bdi>{ownerName}</bdi>} has{' '}
              {counted(ANSWER_HOURS, 'hour')} to accept or contest it
              {adminsAnswer && isolated(` for ${ownerName}`)}; without an answer, it will be
              accepted. If it is contested, Hemline will decide within{' '}
              {inWords(DECISION_DAYS, 'day')}. You can ask once.
            </p>
            <ReturnForm found={found} answer={answer} />
          </details>
        </>
      )}
      <ReturnRecord found={found} reader="renter" />
      {isUndecided && (
        <p className="mt-4">
          Please do not wear it. You can wait for the answer, or return it now and say so on this
          page: the credits come back once both are done.
        </p>
      )}
      {request?.status === 'accepted' && !request.isRestored && (
        <p className="mt-4">
          Please send it back unworn, and say so on this page: that day counts as the return date.
        </p>
      )}
      {isUndecided && request.reason === 'does_not_fit' && today <= end && (
        <p className="mt-4">
          <TextLink to={`${href('/search')}?${new URLSearchParams({ start: today, end })}`}>
            Find another item for {datesInWords(today, end)}
          </TextLink>
        </p>
      )}
      {request?.mayWithdraw && (
        <p className="mt-5 text-sm">
          <Link
            to={`${href('/my-rentals/:id', { id: rentalId })}?withdraw-return`}
            preventScrollReset
            className="inline-flex min-h-11 items-center text-link md:min-h-7"
          >
            Withdraw the request
          </Link>
        </p>
      )}
    </section>
  )
}

/** The closet says that the renter did not come, and they can contest it. */
function MyNoShow({
  found,
  answer,
  isOver,
}: Pick<MyReturnProps, 'found' | 'answer'> & { isOver: boolean }) {
  const { rentalId, ownerName, request, askUntil } = found
  const field = fieldsOf(answer)
  const back = creditsInWords(found.reasons[0]?.credits ?? 0)
  return (
    <section
      id="return-request"
      aria-labelledby="return-title"
      className="border-t border-ink pt-6"
    >
      <h2 id="return-title" className="text-[1.625rem]">
        Did you come?
      </h2>
      {!request && (
        <>
          <p className="mt-3">
            If you came, or were not told when and where, say so, and you may get {back} back.{' '}
            <bdi>{ownerName}</bdi> has {counted(ANSWER_HOURS, 'hour')} to answer; without an answer,
            you get them back. Otherwise, Hemline will decide within {inWords(DECISION_DAYS, 'day')}
            . You can contest it once.
          </p>
          <p className="mt-3 font-medium">You can contest it until {askUntil}</p>
          <Form
            method="post"
            encType="multipart/form-data"
            failed="Your statement could not be sent"
            noValidate
            answer={answer}
            className="mt-5 grid gap-6"
          >
            <input type="hidden" name="reason" value="no_show" />
            <TextArea
              label="What happened"
              {...field('words')}
              rows={4}
              maxLength={MAX_CASE_CHARACTERS.return}
              hint={isolated(`${ownerName} and Hemline can see this.`)}
            />
            <p>
              <Button name="answer" value="request-return" busyText="Processing...">
                Contest it
              </Button>
            </p>
          </Form>
        </>
      )}
      <ReturnRecord found={found} reader="renter" />
      {request?.mayWithdraw && (
        <p className="mt-5 text-sm">
          <Link
            to={`${href('/my-rentals/:id', { id: rentalId })}?withdraw-return`}
            preventScrollReset
            className="inline-flex min-h-11 items-center text-link md:min-h-7"
          >
            Withdraw it
          </Link>
        </p>
      )}
      {isOver && request?.status === 'accepted' && <p className="mt-4">{DAYS_OVER}</p>}
    </section>
  )
}

function offer({ reasons, ownerName, isFitReturned }: ReturnInWords): string {
  const fit = reasons.find(({ reason }) => reason === 'does_not_fit')
  if (fit)
    return `If it does not fit, and you ask by the last day of the rental, you pay for ${inWords(PAID_DAYS, 'day')} and get the other ${creditsInWords(fit.credits)} back. If it is not as described, you get all credits back.`
  const whyNot = isFitReturned
    ? 'The last day has passed, so it can no longer be returned for fit.'
    : isolated(`${ownerName} does not accept returns for fit.`)
  return `If it is not as described, you get all credits back. ${whyNot}`
}

function ReturnForm({ found, answer }: { found: ReturnInWords; answer: Problem | undefined }) {
  const field = fieldsOf(answer)
  const ids = answer?.values.return_photos?.split(',').filter(Boolean) ?? []
  const readers = isolated(`${found.ownerName} and Hemline can see this.`)
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      failed="Your request could not be sent"
      noValidate
      answer={answer}
      className="mt-5 grid gap-6"
    >
      <SelectField
        label="What is wrong?"
        {...field('reason')}
        required
        placeholder="Choose a reason"
        options={found.reasons.map(({ reason, credits }) => ({
          value: reason,
          label: `${returnReasonWords[reason]}: ${creditsInWords(credits)} back`,
        }))}
      />
      <TextArea
        label="In your own words"
        {...field('words')}
        rows={4}
        optional
        maxLength={MAX_CASE_CHARACTERS.return}
        hint={readers}
      />
      <PhotosField
        label="Photos"
        hint={`Needed if it is not as described. Up to ${MAX_FILE_SIZE} each. ${readers}`}
        name="return_photos"
        use="return_request"
        max={MAX_CASE_PHOTOS}
        photos={ids.map(uploadedPhoto)}
        error={answer?.fields.return_photos}
      />
      <p>
        <Button name="answer" value="request-return" busyText="Processing...">
          Send request
        </Button>
      </p>
    </Form>
  )
}
