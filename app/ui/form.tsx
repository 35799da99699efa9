import { type Ref, useEffect, useImperativeHandle, useRef, useSyncExternalStore } from 'react'
import { Form as RouterForm, type FormProps as RouterFormProps, useNavigation } from 'react-router'
import { useFirstInvalid } from '#app/ui/hooks/use-first-invalid.ts'
import { Button } from './button.tsx'
import { useEarlyInput } from './early-field-input.ts'
import { type FailureReason, failureOf, onFailure, REQUEST_KEY } from './failed-submission.ts'
import { Notice } from './notice.tsx'
import { StaleErrors } from './stale-errors.ts'
import { useUnsavedWork } from './unsaved-form.ts'

type FormProps = RouterFormProps & {
  ref?: Ref<HTMLFormElement>
  /** What failed, shown before the reason; a button's own `data-failed` takes precedence. */
  failed?: string | undefined
  /**
   * Asks before leaving the page or dialog with unsaved input: for every form that changes
   * something, except signing in.
   */
  warnUnsaved?: boolean
  /** A refusal: it is shown on top, and the first invalid field gets the focus. */
  answer?: { readonly problem: string } | null | undefined
  /** Sends a `request_key`, new for each request and unchanged when it is sent again. */
  once?: boolean
}

/**
 * Every form of the site. When it cannot be submitted (no connection, the session has ended, the
 * server is unavailable), it keeps the input, says so, and offers to try again.
 */
export function Form(props: FormProps) {
  const { ref, failed, warnUnsaved, answer, once = false, children, ...form } = props
  const own = useFirstInvalid(answer)
  useImperativeHandle<HTMLFormElement | null, HTMLFormElement | null>(ref, () => own.current)
  const failure = useSyncExternalStore(
    onFailure,
    () => failureOf(own.current),
    () => null,
  )
  useUnsavedWork(own, warnUnsaved ?? form.method === 'post')
  useEarlyInput(own)
  return (
    <RouterForm {...form} ref={own}>
      {once && <input type="hidden" name={REQUEST_KEY} data-once />}
      {answer?.problem && !failure && <Notice kind="error">{answer.problem}</Notice>}
      <StaleErrors value={failure !== null}>{children}</StaleErrors>
      {failure && (
        <FailureNotice
          what={failure.submitter?.dataset.failed ?? failed}
          reason={failure.reason}
          onRetry={() => own.current?.requestSubmit(failure.submitter)}
        />
      )}
    </RouterForm>
  )
}

type FailureNoticeProps = {
  what: string | undefined
  reason: FailureReason
  onRetry: () => void
}

function FailureNotice({ what, reason, onRetry }: FailureNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  const finished = useNavigation().state === 'idle'
  useEffect(() => {
    if (finished) box.current?.scrollIntoView({ block: 'nearest' })
  }, [finished])
  return (
    <div ref={box} data-failure={reason.kind} className="col-span-full mt-1 w-full basis-full">
      <Notice kind="error">
        {reason.kind === 'signed-out' ? (
          <>
            <p className="font-medium">{reason.sentence}</p>
            <p>
              <a href={reason.signInPath} target="_blank" rel="noreferrer" className="text-link">
                Sign in in a new tab
              </a>
              , then come back and try again. What you entered is still here.
            </p>
          </>
        ) : (
          <>
            {what && <p className="font-medium">{what}</p>}
            <p>{sentences[reason.kind]}</p>
          </>
        )}
        <p className="mt-3">
          {/* A form that is being submitted may have disabled fields. */}
          <Button
            type="button"
            kind="secondary"
            size="small"
            onClick={onRetry}
            disabled={!finished}
          >
            Try again
          </Button>
        </p>
      </Notice>
    </div>
  )
}

const sentences: Readonly<Record<Exclude<FailureReason['kind'], 'signed-out'>, string>> = {
  offline: 'No connection. Check your network and try again. What you entered is still here.',
  unavailable: 'We could not reach the server. What you entered is still here. Please try again.',
  crash: 'Something went wrong on our side. What you entered is still here. Please try again.',
  'too-large': 'This is too long. Please shorten it and try again.',
  'not-accepted': 'This could not be accepted. Please check what you entered and try again.',
}
