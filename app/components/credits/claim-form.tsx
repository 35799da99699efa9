import { Form, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { CODE_LENGTH } from '#domain/gift-codes/code-words.ts'

/** Claims the code of a gift; a link in the friend's mail has it filled in. */
export function ClaimForm({ code, error }: { code: string; error: string | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'claim'
  return (
    <section aria-labelledby="claim" className="rounded-control bg-sand p-6 sm:p-8">
      <h2 id="claim" className="scroll-mt-8 text-2xl">
        Claim a gift
      </h2>
      <p className="mt-2 text-soft">Did a friend send you credits? Their mail has the code.</p>
      <Form
        method="post"
        action="/credits#claim"
        preventScrollReset
        className="mt-5 grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end"
      >
        <input type="hidden" name="intent" value="claim" />
        <Field
          key={code}
          label="Gift code"
          name="code"
          defaultValue={code}
          error={error}
          maxLength={CODE_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          onInput={({ currentTarget }) => {
            currentTarget.value = currentTarget.value.toUpperCase()
          }}
        />
        <Button busy={busy} busyText="Processing...">
          Claim
        </Button>
      </Form>
    </section>
  )
}
