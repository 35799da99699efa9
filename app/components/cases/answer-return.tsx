import { creditsInWords } from '#app/components/viewer/shell.ts'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { MAX_CASE_CHARACTERS } from '#domain/care/cases/case-limits.ts'
import { PAID_DAYS } from '#domain/care/cases/return-limits.ts'
import { inWords } from '#domain/shared/figures.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { ReturnInWords } from './case-in-words.ts'
import { ReturnRecord } from './case-record.tsx'

export function AnswerReturn({
  found,
  isCloset,
  answer,
}: {
  found: ReturnInWords
  /** Whether the reader is the closet, not an admin. */
  isCloset: boolean
  answer: Problem | undefined
}) {
  const field = fieldsOf(answer)
  const { request, renterName } = found
  if (!request) return null
  return (
    <section
      id="return-request"
      aria-labelledby="return-title"
      className="border-t border-ink pt-6"
    >
      <h2 id="return-title" className="text-[1.625rem]">
        {found.isNoShow ? 'Did the renter come?' : 'Return request'}
      </h2>
      <ReturnRecord found={found} reader={isCloset ? 'closet' : null} />
      {request.mayAnswer && (
        <Form
          method="post"
          encType="multipart/form-data"
          failed="Your answer could not be sent"
          noValidate
          answer={answer}
          className="mt-6 grid gap-5"
        >
          <p className="wrap-anywhere">
            If you {found.isNoShow ? 'give it back' : 'accept'}, <bdi>{renterName}</bdi> will get{' '}
            {creditsInWords(request.credits)}
            {found.isNoShow ? '. ' : ' back once you have recorded the return. '}
            {earned(request.reason, isCloset)} {found.isNoShow ? 'Otherwise' : 'If you contest it'},
            Hemline will decide.
          </p>
          <TextArea
            label="Your answer"
            {...field('words')}
            rows={4}
            optional
            maxLength={MAX_CASE_CHARACTERS.return}
            hint={isolated(
              `${found.isNoShow ? 'Needed if the renter did not come' : 'Needed to contest'}. ${renterName} and Hemline can see this.`,
            )}
          />
          <p className="flex flex-wrap gap-3">
            <Button name="intent" value="accept-return" busyText="Processing...">
              {found.isNoShow ? 'Give it back' : 'Accept the return'}
            </Button>
            <Button name="intent" value="contest-return" kind="secondary" busyText="Processing...">
              {found.isNoShow ? 'The renter did not come' : 'Contest the return'}
            </Button>
          </p>
        </Form>
      )}
    </section>
  )
}

function earned(
  reason: NonNullable<ReturnInWords['request']>['reason'],
  isCloset: boolean,
): string {
  const who = isCloset ? 'You' : 'The closet'
  return reason === 'does_not_fit'
    ? `${who} will be paid for ${inWords(PAID_DAYS, 'day')}.`
    : `${who} will not be paid for this rental.`
}
