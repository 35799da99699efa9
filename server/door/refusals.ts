import { API_ROOT } from '#app/api/api-root.ts'
import { answerApiProblem } from '#app/api/problem-kinds.ts'
import { plainPage, plainSentence } from './plain-pages.ts'

/** Why a request is refused before it reaches a route. */
export type Refusal = {
  readonly reason: 'bad-address' | 'too-large' | 'too-slow' | 'no-form' | 'unreadable'
}

const REFUSALS = {
  'bad-address': {
    status: 400,
    title: 'This address is not valid',
    text: 'Part of the link is damaged or missing. Check the address, or go to the home page.',
  },
  'too-large': {
    status: 413,
    title: 'This is too large',
    text: 'What you sent is larger than this form accepts. Nothing was saved. Go back, shorten it, and send it again.',
  },
  'too-slow': {
    status: 408,
    title: 'That took too long',
    text: 'Your connection was too slow for what you sent. Nothing was saved. Go back and try again.',
  },
  'no-form': {
    status: 415,
    title: 'We could not read your request',
    text: 'This address only accepts forms. Nothing was saved.',
  },
  unreadable: {
    status: 400,
    title: 'We could not read your request',
    text: 'Part of the request was damaged. Nothing was saved. Go back and send the form again.',
  },
} as const

/** Explains a refusal in a format that the client can read. */
export function answerRefusal({ reason }: Refusal, request: Request): Response {
  const { status, title, text } = REFUSALS[reason]
  const path = new URL(request.url).pathname
  const noStore = { 'Cache-Control': 'no-store' }
  if (path.startsWith(`${API_ROOT}/`))
    return answerApiProblem(
      { reason: 'bad-address', headers: { 'Cache-Control': 'private, no-store' } },
      { origin: new URL(request.url).origin, path },
    )
  if (path === '/uploads') return Response.json({ problem: text }, { status, headers: noStore })
  if (path.startsWith('/v1/')) {
    const error = { type: 'invalid_request_error', message: text }
    return Response.json({ error }, { status, headers: noStore })
  }
  return request.headers.get('accept')?.includes('text/html')
    ? plainPage({ status, title, text, link: { to: '/', words: 'Go to the home page' } })
    : plainSentence(status, text)
}
