import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { PhotosField } from '#app/components/images/photo-field.tsx'
import { uploadedPhoto } from '#app/components/images/upload-photo.ts'
import { SavedMessages } from '#app/components/messages/saved-messages.tsx'
import type { Problem } from '#app/forms/forms.ts'
import { Button } from '#app/ui/button.tsx'
import { fieldsOf } from '#app/ui/fields/fields-of.ts'
import { TextArea } from '#app/ui/fields/text-area.tsx'
import { Form } from '#app/ui/form.tsx'
import { MAX_MESSAGE_CHARACTERS, MAX_MESSAGE_PHOTOS } from '#domain/care/messages/message-limits.ts'
import type { SavedMessage } from '#domain/care/messages/saved-messages.ts'

type WriteMessageProps = {
  label: string
  action: string
  /** The idempotency key, which also works without a script. */
  formKey: string
  /** The last message on the page; sending an answer marks it as read. */
  seenId: string | null
  answer: Problem | undefined
  /** A message has just been sent, so the field is focused for the next one. */
  focused: boolean
  /** What a closet has saved; null for everybody else. */
  saved?: readonly SavedMessage[] | null
}

/** The input field at the bottom of a conversation. */
export function WriteMessage(props: WriteMessageProps) {
  const { label, action, formKey, seenId, answer, focused, saved } = props
  const field = fieldsOf(answer)
  const text = useRef<HTMLTextAreaElement>(null)
  const { state, formAction } = useNavigation()
  const isSending = state !== 'idle' && formAction?.split('?')[0] === action.split('?')[0]
  const ids = answer?.values.photos?.split(',').filter(Boolean) ?? []
  useEffect(() => {
    if (focused) text.current?.focus({ preventScroll: true })
  }, [focused])
  return (
    <Form
      method="post"
      action={action}
      encType="multipart/form-data"
      replace
      preventScrollReset
      once
      failed="Your message could not be sent"
      answer={answer}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      <input type="hidden" name="form_key" value={formKey} />
      {seenId && <input type="hidden" name="seen" value={seenId} />}
      <TextArea
        ref={text}
        label={label}
        rows={1}
        maxLength={MAX_MESSAGE_CHARACTERS}
        {...field('body')}
        className="[&_textarea]:max-h-[40dvh]"
      />
      {saved && <SavedMessages saved={saved} field={text} />}
      <div className="flex flex-wrap items-end justify-between gap-3">
        <PhotosField
          label={`Photos, up to ${MAX_MESSAGE_PHOTOS}`}
          labelHidden
          name="photos"
          use="message"
          max={MAX_MESSAGE_PHOTOS}
          photos={ids.map(uploadedPhoto)}
          error={answer?.fields.photos}
        />
        <Button busy={isSending} busyText="Sending...">
          Send
        </Button>
      </div>
    </Form>
  )
}
