import { PHOTO_TYPES } from '#app/components/images/photo-problem.ts'
import type { SignedOut } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { controlStyle } from '#app/ui/fields/field-frame.tsx'
import { MessagePage } from './message-page.tsx'

/** Holds the submitted fields until the person has signed in again. */
export function SignedOutPage({ sentence, signInPath, unsent }: Required<SignedOut>) {
  const { path, fields, photoFields, hasSecrets } = unsent
  return (
    <MessagePage
      title="Please sign in"
      actions={
        <form
          method="post"
          action={path}
          encType={unsent.isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded'}
        >
          {fields.map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: fields have no other key than their order
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          {photoFields.map(({ name, several }) => (
            <label key={name} className="mb-6 grid gap-2">
              Please choose your photos again.
              <input
                type="file"
                name={name}
                accept={PHOTO_TYPES}
                multiple={several}
                className={`${controlStyle} py-2.5`}
              />
            </label>
          ))}
          <Button>Send it again</Button>
        </form>
      }
    >
      <p>{sentence}</p>
      <p>
        <a href={signInPath} target="_blank" rel="noreferrer" className="text-link">
          Sign in in a new tab
        </a>
        , then come back to this page and send it again. Everything you entered is kept here.
      </p>
      {hasSecrets && <p>You will need to enter your password again.</p>}
    </MessagePage>
  )
}
