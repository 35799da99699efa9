import { href } from 'react-router'
import { API_DOCUMENT, API_ROOT } from '#app/api/api-root.ts'
import { Link } from '#app/ui/link.tsx'
import { MAX_FILE_SIZE } from '#domain/catalogue/images/image-shapes.ts'
import { CodeBlock } from './code-block.tsx'

export type ApiNumbers = {
  readonly perMinute: number
  readonly keyHours: number
  readonly maxTokens: number
  readonly maxKilobytes: number
}

export const basics = [
  ['token', 'Get a token'],
  ['requests', 'Requests and responses'],
  ['problems', 'Errors'],
  ['paging', 'Pagination'],
  ['once', 'Safe retries'],
  ['limits', 'Limits'],
  ['clients', 'Generated clients'],
] as const

/** What applies to every endpoint. */
export function ApiBasics({ origin, numbers }: { origin: string; numbers: ApiNumbers }) {
  const texts = {
    token: (
      <>
        <p>
          Sign in and create an{' '}
          <Link to={href('/profile/api-tokens')} className="text-link">
            API token
          </Link>
          . You choose its permissions and expiration date. You will see the token only once. You
          can have up to {numbers.maxTokens} tokens. Send one with every request:
        </p>
        <CodeBlock label="A first request">
          {`curl ${origin}${API_ROOT}/items \\\n  -H "Authorization: Bearer $TOKEN"`}
        </CodeBlock>
        <p>
          A token acts for you alone. Anything that is not yours returns 404. It can never rent, buy
          credits or make payments: that is done on the website.
        </p>
      </>
    ),
    requests: (
      <p>
        Requests and responses are UTF-8 JSON. Timestamps are ISO 8601 in UTC, dates look like{' '}
        <code>2027-03-14</code>, amounts are in whole cents, and credits are whole numbers. Unknown
        fields are rejected. We may add fields to responses without notice; breaking changes get a
        new version.
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
        Every POST needs an <code>Idempotency-Key</code> that you choose for each operation, such as
        a UUID. If you get no response, send the same request with the same key. It runs only once,
        and for {numbers.keyHours} hours you get the original response with{' '}
        <code>Idempotency-Replayed: true</code>. Reusing a key with a different body returns 422.
        PUT, PATCH and DELETE can be repeated without a key.
      </p>
    ),
    limits: (
      <p>
        {numbers.perMinute} requests a minute for your account, with all its tokens together.{' '}
        <code>RateLimit</code> says what is left and how many seconds until it resets; a 429 has{' '}
        <code>Retry-After</code>. Request bodies can be up to {numbers.maxKilobytes} KB, photos up
        to {MAX_FILE_SIZE}. GET responses include an <code>ETag</code>; if you send it back, an
        unchanged response is a 304 without a body, so keep what you have.
      </p>
    ),
    clients: (
      <>
        <p>
          <a href={API_DOCUMENT}>The OpenAPI 3.1 document</a> works with most generators. Check
          three things in what yours makes: that it sends <code>Idempotency-Key</code> with every
          POST, that photos are sent as bytes with their own <code>Content-Type</code>, and that a
          304 is not taken for an empty response or an error.
        </p>
        <p>
          swagger-typescript-api and orval leave the key out, so add it to each POST yourself;
          swagger-typescript-api also sends photos as text. @hey-api/openapi-ts 0.99 does not start
          with TypeScript 7. feTS 0.8 types only documents whose server is a path: in your copy,
          replace the address under <code>servers</code> with <code>/api/v1</code>.
        </p>
        <p>
          In calendar feeds, node-ical 0.27 returns our refresh interval as an entry beside the
          events: use only entries whose type is <code>VEVENT</code>.
        </p>
      </>
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
