import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { dollars } from '#domain/shared/cents.ts'
import { isolated } from '#domain/shared/isolate.ts'
import type { ClaimInWords } from './case-in-words.ts'
import { AppealRecord } from './case-record.tsx'
import { StatementForm } from './statement-form.tsx'

export function AnswerAppeal({
  claim,
  answer,
}: {
  claim: ClaimInWords
  answer: Problem | undefined
}) {
  const { withheldCents, renterName, appeal } = claim
  if (!appeal) return null
  return (
    <section id="appeal" aria-labelledby="appeal-title" className="border-t border-ink pt-6">
      <h2 id="appeal-title" className="text-[1.625rem]">
        Appeal against {dollars(withheldCents)} kept
      </h2>
      <AppealRecord claim={claim} />
      {appeal.mayAnswer && (
        <StatementForm
          label="Your answer"
          readers={isolated(`${renterName} and Hemline can see this.`)}
          failed="Your answer could not be sent"
          answer={answer}
        >
          <Button name="intent" value="answer-appeal" busyText="Processing...">
            Send answer
          </Button>
        </StatementForm>
      )}
    </section>
  )
}
