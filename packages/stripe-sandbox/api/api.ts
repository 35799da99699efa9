import { setTimeout as sleep } from 'node:timers/promises'
import { actingFor } from '#sandbox/connect/accounts.ts'
import { apiVersion } from '#sandbox/core/api-version.ts'
import { apiFailure, StripeProblem } from '#sandbox/core/errors.ts'
import { cutConnection, type Faults } from '#sandbox/core/faults.ts'
import { type FormObject, parseForm } from '#sandbox/core/form-encoding.ts'
import { newId } from '#sandbox/core/ids.ts'
import type { Work } from '#sandbox/core/work.ts'
import { readAccount, requireKey, requireVersion } from '#sandbox/http/authorization.ts'
import { expandAnswer } from '#sandbox/http/expand.ts'
import { claimKey, fingerprint, readIdempotencyKey, saveAnswer } from '#sandbox/http/idempotency.ts'
import { matchRoute, splitExpand } from '#sandbox/http/routing.ts'
import { routes } from './routes.ts'

type Parts = {
  secretKey: string
  faults: Faults
  run: <T>(task: (work: Work) => Promise<T>, request: Work['request']) => Promise<T>
  show: Work['show']
  report: Work['report']
}

type Call = { method: string; path: string; params: FormObject }

type Answer = { status: number; text: string; headers: Record<string, string> }

/** Answers one request below `/v1`, always with JSON; a refusal has an `error`. */
export async function answerApi(request: Request, parts: Parts): Promise<Response> {
  const requestId = newId('req', 14)
  const { method } = request
  const path = new URL(request.url).pathname
  const call: Call = { method, path, params: {} }
  const logged = (answer: Answer): Answer => {
    parts.show({ kind: 'call', ...call, status: answer.status, answer: JSON.parse(answer.text) })
    return answer
  }
  try {
    requireKey(request, parts.secretKey)
    requireVersion(request)
    const fault = parts.faults.takeForCall(request.method, path)
    if (fault?.kind === 'drop_before') return cutConnection()
    if (fault?.kind === 'status') throw apiFailure(fault.status)
    if (fault?.kind === 'delay') await sleep(fault.milliseconds)
    const form = method === 'POST' ? await request.text() : new URL(request.url).search.slice(1)
    call.params = parseForm(form)
    const answer = logged(await runCall(request, call, requestId, parts))
    if (fault?.kind === 'drop_after') return cutConnection()
    return respond(answer, requestId)
  } catch (problem) {
    reportUnexpected(problem, request, parts.report)
    return respond(logged(refusal(problem)), requestId)
  }
}

async function runCall(
  request: Request,
  { method, path, params: form }: Call,
  requestId: string,
  { run }: Parts,
): Promise<Answer> {
  const found = matchRoute(routes, method, path)
  if (!found) {
    throw new StripeProblem(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path}).`,
    })
  }
  const key = method === 'POST' ? readIdempotencyKey(request) : null
  const account = readAccount(request, found.route)
  return run(
    async (plain) => {
      const work = account === null ? plain : await actingFor(plain, account)
      // Each account has its own keys.
      const ownKey = key !== null && account !== null ? `${account} ${key}` : key
      if (ownKey !== null) {
        const past = await claimKey(work, ownKey, fingerprint(method, path, form), requestId)
        if (past) return replayed(key ?? '', past)
      }
      const { own, expand } = splitExpand(form)
      const answer = await found.route.call(work, own, found.id)
      const text = JSON.stringify(await expandAnswer(work, answer, expand), null, 2)
      if (ownKey === null) return { status: 200, text, headers: {} }
      await saveAnswer(work, ownKey, 200, text)
      return { status: 200, text, headers: { 'idempotency-key': key ?? '' } }
    },
    { id: requestId, idempotencyKey: key },
  )
}

function replayed(
  key: string,
  past: { status: number; answer: string; requestId: string },
): Answer {
  return {
    status: past.status,
    text: past.answer,
    headers: {
      'idempotency-key': key,
      'idempotent-replayed': 'true',
      'original-request': past.requestId,
    },
  }
}

/** Reports an error, unless it is a refusal or the caller has aborted the request. */
export function reportUnexpected(
  problem: unknown,
  { signal }: Request,
  report: Work['report'],
): void {
  if (problem instanceof StripeProblem) return
  if (signal.aborted && problem === signal.reason) return
  report('Unexpected error in the sandbox.', problem)
}

function refusal(problem: unknown): Answer {
  const known = problem instanceof StripeProblem ? problem : apiFailure()
  return { status: known.status, text: JSON.stringify({ error: known.body }, null, 2), headers: {} }
}

function respond({ status, text, headers }: Answer, requestId: string): Response {
  return new Response(text, {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'request-id': requestId,
      'stripe-version': apiVersion,
      ...headers,
    },
  })
}
