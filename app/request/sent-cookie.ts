import { SHARED_MS } from '#domain/shared/lists/shared-read.ts'
import { cookieName, ownCookie, readCookie } from './cookies.ts'

// A form may have changed what is shared with others for a moment. Its sender has this cookie for
// longer than that, so that they see their own change, whichever process or server answers.

const NAME = 'hemline_sent'

const SECONDS = (2 * SHARED_MS) / 1000

export const sentCookie = ownCookie(NAME, '1', SECONDS)

export function hasSentCookie(request: Request, secure: boolean): boolean {
  return readCookie(request.headers.get('cookie'), cookieName(NAME, secure)) !== null
}
