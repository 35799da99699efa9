import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { Notice } from '#app/ui/notice.tsx'
import { MAX_INSTRUCTIONS_CHARACTERS } from '#domain/accounts/people/return-instructions-limit.ts'

type ReturnInstructionsFormProps = {
  /** What renters read now. */
  instructions: string | null
  answer: Problem | undefined
}

/** What every renter reads about the return, written once. */
export function ReturnInstructionsForm({ instructions, answer }: ReturnInstructionsFormProps) {
  const field = fieldsOf(answer)
  return (
    <section id="returns" aria-labelledby="returns-title" className="scroll-mt-24">
      <h2 id="returns-title" className="text-[1.625rem]">
        How items come back
      </h2>
      <p className="mt-2 mb-5 text-soft">
        Renters read it while they have an item of yours, and in the email on the day before it is
        due. Nobody else does. “When and where” of a rental comes before it.
      </p>
      <Form
        ref={useFirstInvalid(answer)}
        method="post"
        preventScrollReset
        noValidate
        answer={answer}
        className="grid gap-3"
      >
        {answer?.problem && <Notice kind="error">{answer.problem}</Notice>}
        {/* After another window has saved, this one has seen it. */}
        <input type="hidden" name="seen" value={instructions ?? ''} />
        <TextArea
          label="Return instructions"
          optional
          rows={3}
          maxLength={MAX_INSTRUCTIONS_CHARACTERS}
          hint="Such as your address, when somebody is there, or how to mail it."
          {...field('return_instructions', instructions)}
        />
        <p>
          <Button name="intent" value="returns" size="small">
            Save instructions
          </Button>
        </p>
      </Form>
    </section>
  )
}
