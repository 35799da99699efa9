import { createHash } from 'node:crypto'
import { badRequest, StripeProblem } from '#sandbox/core/errors.ts'
import { canonicalForm, type FormObject } from '#sandbox/core/form-encoding.ts'
import type { Work } from '#sandbox/core/work.ts'

const retentionSeconds = 24 * 60 * 60

export type PastAnswer = { status: number; answer: string; requestId: string }

/** The validated key of a request. */
export function readIdempotencyKey(request: Request): string | null {
  const key = request.headers.get('idempotency-key')
  if (key === null) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw badRequest('Keys for idempotent requests have 1 to 255 printable characters.')
  }
  return key
}

export function fingerprint(method: string, path: string, form: FormObject): string {
  return createHash('sha256')
    .update(`${method} ${path} ${canonicalForm(form)}`)
    .digest('hex')
}

/**
 * Claims the key for this transaction, or finds its earlier response. A second request with the same
 * key waits here until the first has ended.
 */
export async function claimKey(
  work: Work,
  key: string,
  print: string,
  requestId: string,
): Promise<PastAnswer | undefined> {
  await work.db.query(
    `delete from stripe_sandbox.idempotency_keys where key = $1 and used_at <= $2`,
    [key, work.now - retentionSeconds],
  )
  const claimed = await work.db.query(
    `insert into stripe_sandbox.idempotency_keys (key, fingerprint, used_at, request_id)
     values ($1, $2, $3, $4) on conflict (key) do nothing`,
    [key, print, work.now, requestId],
  )
  if (claimed.rowCount === 1) return undefined
  const { rows } = await work.db.query<PastAnswer & { fingerprint: string }>(
    `select fingerprint, status, answer, request_id as "requestId"
     from stripe_sandbox.idempotency_keys where key = $1`,
    [key],
  )
  const past = rows[0]
  if (!past) throw keyInUse(key)
  if (past.fingerprint !== print) {
    throw new StripeProblem(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    })
  }
  return past
}

/** Deletes expired keys. */
export async function deleteExpiredKeys(work: Work): Promise<void> {
  await work.db.query(`delete from stripe_sandbox.idempotency_keys where used_at <= $1`, [
    work.now - retentionSeconds,
  ])
}

export async function saveAnswer(
  work: Work,
  key: string,
  status: number,
  answer: string,
): Promise<void> {
  await work.db.query(
    `update stripe_sandbox.idempotency_keys set status = $2, answer = $3 where key = $1`,
    [key, status, answer],
  )
}

function keyInUse(key: string): StripeProblem {
  return new StripeProblem(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (${key}). Please try again later.`,
  })
}
