import { CopyButton } from '#app/ui/copy-button.tsx'
import { Field } from '#app/ui/fields/field.tsx'

type SecretLinkProps = { readonly label: string; readonly hint: string; readonly link: string }

/** A link that grants access, to be copied. */
export function SecretLink({ link, ...frame }: SecretLinkProps) {
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <Field
        {...frame}
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
        className="min-w-0 flex-1 basis-80"
      />
      <CopyButton text={link} />
    </div>
  )
}
