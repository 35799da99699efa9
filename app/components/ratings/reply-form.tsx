import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { MAX_RATING_CHARACTERS } from '#domain/care/ratings/rating-limits.ts'

type ReplyFormProps = {
  ratingId: string
  /** The last day of the reply. */
  until: string
  button: 'answer' | 'intent'
  answer: Problem | undefined
}

/** The one reply to a published review. */
export function ReplyForm({ ratingId, until, button, answer }: ReplyFormProps) {
  const field = fieldsOf(answer)
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      failed="Your reply could not be sent"
      answer={answer}
      className="mt-4 grid gap-4"
    >
      <input type="hidden" name="rating" value={ratingId} />
      <TextArea
        label="Your reply"
        required
        rows={2}
        maxLength={MAX_RATING_CHARACTERS}
        hint={`Everyone can see it. You can reply once, until ${until}.`}
        {...field('reply')}
      />
      <p>
        <Button name={button} value="reply" kind="secondary" busyText="Processing...">
          Send reply
        </Button>
      </p>
    </Form>
  )
}
