import { href } from 'react-router'
import { API_ROOT } from '#app/http/api/api-root.ts'
import { Link } from '#app/ui/link.tsx'
import { LARGEST_FILE } from '#domain/images/image-shapes.ts'
import { CodeBlock } from './code-block.tsx'

export type ApiNumbers = {
  readonly perMinute: number
  readonly keyHours: number
  readonly maxTokens: number
  readonly maxKilobytes: number
}

export const basics = [
  ['token', 'Get a token'],
  ['requests', 'Requests and answers'],
  ['problems', 'Problems'],
  ['paging', 'Paging'],
  ['once', 'Send again safely'],
  ['limits', 'Limits'],
] as const

/** What applies to every endpoint. */
export function ApiBasics({ origin, numbers }: { origin: string; numbers: ApiNumbers }) {
  const texts = {
    token: (
      <>
        <p>
          Sign in and make a token in your profile under{' '}
          <Link to={href('/profile/api-tokens')} className="text-link">
            API tokens
          </Link>
          . You choose what it can do and when it expires, and see it once. You can have{' '}
          {numbers.maxTokens} at once. Send it with every request:
        </p>
        <CodeBlock label="A first request">
          {`curl ${origin}${API_ROOT}/items \\\n  -H "Authorization: Bearer $TOKEN"`}
        </CodeBlock>
        <p>
          A token acts for you alone. Anything that is not yours returns 404. It can never rent, buy
          credits or make payments: that is done in the browser.
        </p>
      </>
    ),
    requests: (
      <p>
        Bodies and answers are JSON in UTF-8. Instants are ISO 8601 in UTC, days are dates such as{' '}
        <code>2027-03-14</code>, money is in whole cents and credits are whole numbers. A field that
        we do not know is refused. We add fields to answers without notice; anything that could
        break your program gets a new version.
      </p>
    ),
    problems: (
      <p>
        A refused request gets a status of 400 or above and <code>application/problem+json</code>{' '}
        (RFC 9457) with <code>title</code>, <code>detail</code> and a stable <code>reason</code>;{' '}
        <code>errors</code> has a sentence for each field that has to be corrected. All reasons are{' '}
        <a href="#reasons">listed below</a>.
      </p>
    ),
    paging: (
      <p>
        Lists come in pages of at most 100. While there is more, <code>next</code> is a string; send
        it as <code>?after=</code>, or follow the header <code>Link</code> with{' '}
        <code>rel="next"</code>. Pages neither skip nor repeat rows while others are added.
      </p>
    ),
    once: (
      <p>
        Every POST needs an <code>Idempotency-Key</code> that you choose, such as a UUID: one for
        each thing to do. If you get no answer, send the same request with the same key. It is
        carried out once, and for {numbers.keyHours} hours you get the first answer again, with{' '}
        <code>Idempotency-Replayed: true</code>. Reusing a key with a different body is refused
        (422). PUT, PATCH and DELETE can be repeated without a key.
      </p>
    ),
    limits: (
      <p>
        {numbers.perMinute} requests a minute for each token. <code>RateLimit</code> says what is
        left and how many seconds until it resets; a 429 has <code>Retry-After</code>. Bodies have
        at most {numbers.maxKilobytes} KB, photos {LARGEST_FILE}. GET answers have an{' '}
        <code>ETag</code>.
      </p>
    ),
  }
  return basics.map(([id, title]) => (
    <section key={id} aria-labelledby={id} className="max-w-2xl pb-9">
      <h2 id={id} className="scroll-mt-[calc(var(--header-height)+2rem)] text-2xl">
        {title}
      </h2>
      <div className="mt-3 grid gap-3 text-[1.0625rem] [&_a:not([class])]:text-link [&_p_code]:font-mono [&_p_code]:text-[0.9em]">
        {texts[id]}
      </div>
    </section>
  ))
}
