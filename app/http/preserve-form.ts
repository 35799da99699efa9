import { data, href } from 'react-router'
import { fieldsToSendAgain, hasSecrets, photoFieldsIn, type UnsentForm } from './forms.ts'
import { pathOf } from './path-of.ts'
import { isMultipart } from './uploaded-file.ts'

export const SESSION_OVER = 'Your session has ended. Please sign in again.'

/** What a form is answered that comes without a session, with status 401. */
export type SignedOut = {
  readonly sentence: string
  readonly signInPath: string
  /** Only where no script of ours keeps the page. */
  readonly unsent?: UnsentForm
}

/**
 * A form that comes without a session is not lost, whether the session has ended or its cookie is
 * gone. One that our script sends stays on its page; without a script a page holds what was typed
 * until it can be sent again. What it holds came through the origin check of the door and has its
 * limits, so no other site can have it filled in. A form in which there is nothing is not kept.
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
