import { data, href } from 'react-router'
import {
  fieldsToSendAgain,
  hasSecrets,
  photoFieldsIn,
  type SignedOut,
  type UnsentForm,
} from '#app/forms/forms.ts'
import { pathOf } from './path-of.ts'
import { isMultipart } from './uploaded-file.ts'

export const SESSION_OVER = 'Your session has ended. Please sign in again.'

/**
 * A form sent without a session is not lost, whether the session has ended or its cookie is gone.
 * With our script the form stays on its page; without a script the response holds the input until
 * it can be sent again. The input has passed the origin check and the size limits, so no other site
 * can fill it in. An empty form is not preserved.
 */
export function preserveForm(request: Request, form: FormData, sentence = SESSION_OVER): void {
  const signedOut: SignedOut = { sentence, signInPath: href('/auth') }
  if (new URL(request.url).pathname.endsWith('.data'))
    throw data<SignedOut>(signedOut, { status: 401 })
  if (![...form.keys()].length) return
  const unsent: UnsentForm = {
    path: pathOf(request),
    fields: fieldsToSendAgain(form),
    isMultipart: isMultipart(request),
    photoFields: photoFieldsIn(form),
    hasSecrets: hasSecrets(form),
  }
  throw data<SignedOut>({ ...signedOut, unsent }, { status: 401 })
}
