import { href, useActionData, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { Form } from '#app/ui/form.tsx'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { toCode } from '#domain/money/gifts/code-words.ts'

/** Claims the code of a gift; the link in the friend's email fills it in. */
export function ClaimForm({ code, error }: { code: string; error: string | undefined }) {
  const form = useFirstInvalid(useActionData())
  const busy = useNavigation().formData?.get('intent') === 'claim'
  return (
    <section aria-labelledby="claim" className="rounded-control bg-sand p-6 sm:p-8 print:hidden">
      <h2 id="claim" className="scroll-mt-8 text-2xl">
        Claim a gift
      </h2>
      <p className="mt-2 text-soft">Enter the code from your gift email.</p>
      <Form
        ref={form}
        method="post"
        action={`${href('/credits')}#claim`}
        preventScrollReset
        failed="An error occurred. Please try again."
        className="mt-5 grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end"
      >
        <input type="hidden" name="intent" value="claim" />
        <Field
          key={code}
          label="Gift code"
          name="code"
          defaultValue={code}
          error={error}
          // Blanks and hyphens of a pasted code are removed before it is cut to 8 characters.
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          onInput={({ currentTarget }) => {
            currentTarget.value = toCode(currentTarget.value)
          }}
        />
        <Button kind={code ? 'primary' : 'secondary'} busy={busy} busyText="Processing...">
          Claim
        </Button>
      </Form>
    </section>
  )
}
