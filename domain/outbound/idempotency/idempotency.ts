import { type Db, isLockTimeout, type Tx, withTransactionPart } from '#db/connection.ts'
import type { ApiTokenId } from '#db/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

/** A request with an idempotency key: carried out once, however often it is sent. */
export type IdempotentRequest = {
  readonly tokenId: ApiTokenId
  /** Chosen by the sender: 1 to 255 characters. */
  readonly key: string
  /** SHA-256, in hexadecimal, of its method, address and body. */
  readonly bodyHash: string
  /** HTTP status of the answer to a successful request: 200 to 299. */
  readonly status: number
}

export type RepeatedProblem =
  /** The key belongs to a request with another address or body. */
  | { readonly reason: 'key-reused' }
  /** The first request with this key has not ended yet. */
  | { readonly reason: 'request-in-progress' }

/** The answer to the first request with the key, which may be this one. */
export type Answered = {
  readonly status: number
  readonly answer: unknown
  readonly isRepeated: boolean
}

export type Work<Value, Problem extends { readonly reason: string }> = {
  /** Calls one command with the given database and returns its value unchanged. */
  readonly command: (db: Db) => Promise<Outcome<Value, Problem>>
  /** The answer after success, to be sent as JSON; read in the same transaction. */
  readonly answer: (tx: Tx, value: Value) => Promise<unknown>
}

/**
 * Carries out a command once per key. The answer is stored in the command's own transaction: once
 * that is committed, every later request with the key gets the stored answer; until then nothing
 * has happened, and the key is free. Of two simultaneous requests, the second waits for the first.
 * A refused command has changed nothing, so its answer is not stored.
 */
export async function runOnce<Value, Problem extends { readonly reason: string }>(
  db: Db,
  request: IdempotentRequest,
  { command, answer }: Work<Value, Problem>,
  now: Date,
): Promise<Outcome<Answered, Problem | RepeatedProblem>> {
  const { status } = request
  let answered: unknown = null
  let answeredFor: unknown
  const once = withTransactionPart<Outcome<Value, Problem>>(db, {
    before: (tx) => claimKey(tx, request, now),
    after: async (tx, outcome) => {
      if (!outcome.ok) return await releaseKey(tx, request)
      answeredFor = outcome.value
      answered = await answer(tx, outcome.value)
      await storeAnswer(tx, request, answered)
    },
  })
  try {
    const outcome = await command(once)
    if (!outcome.ok) return outcome
    // The answer was made from the transaction's value; no type can tell that this is the same one.
    if (outcome.value !== answeredFor) throw new Error('the value of a command was replaced')
    return done({ status, answer: answered, isRepeated: false })
  } catch (error) {
    if (error instanceof DuplicateRequest) return error.outcome
    throw error
  }
}

/** Ends the transaction of a request that is not the first with its key. */
class DuplicateRequest extends Error {
  readonly outcome: Outcome<Answered, RepeatedProblem>
  constructor(outcome: Outcome<Answered, RepeatedProblem>) {
    super('not the first request with this key')
    this.outcome = outcome
  }
}

/** Waits for another request with the key: it is in progress until its row is committed. */
async function claimKey(
  tx: Tx,
  { tokenId, key, bodyHash }: IdempotentRequest,
  now: Date,
): Promise<void> {
  const claimed = await tx
    .insertInto('api_requests')
    .values({ token_id: tokenId, key, body_hash: bodyHash, at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
    .catch((error: unknown) => {
      if (!isLockTimeout(error)) throw error
      throw new DuplicateRequest(refused({ reason: 'request-in-progress' }))
    })
  if (claimed) return
  const first = await tx
    .selectFrom('api_requests')
    .select(['body_hash', 'status', 'answer'])
    .where('token_id', '=', tokenId)
    .where('key', '=', key)
    .executeTakeFirst()
  // The row was removed in the meantime: the request can be sent again.
  if (!first?.status) throw new DuplicateRequest(refused({ reason: 'request-in-progress' }))
  if (first.body_hash !== bodyHash) throw new DuplicateRequest(refused({ reason: 'key-reused' }))
  throw new DuplicateRequest(done({ status: first.status, answer: first.answer, isRepeated: true }))
}

async function storeAnswer(tx: Tx, { tokenId, key, status }: IdempotentRequest, answer: unknown) {
  await tx
    .updateTable('api_requests')
    .set({ status, answer: JSON.stringify(answer) })
    .where('token_id', '=', tokenId)
    .where('key', '=', key)
    .execute()
}

async function releaseKey(tx: Tx, { tokenId, key }: IdempotentRequest): Promise<void> {
  await tx
    .deleteFrom('api_requests')
    .where('token_id', '=', tokenId)
    .where('key', '=', key)
    .execute()
}

/** A key is remembered for at least this many hours. */
export const KEY_HOURS = 24
const SWEEP_BATCH_SIZE = 1_000

/** Deletes a batch of requests older than `KEY_HOURS`. Returns how many; the caller repeats it. */
export async function sweepApiRequests(db: Db, now: Date): Promise<number> {
  const old = db
    .selectFrom('api_requests')
    .select(['token_id', 'key'])
    .where('at', '<', new Date(now.getTime() - KEY_HOURS * 3_600_000))
    .limit(SWEEP_BATCH_SIZE)
  const { numDeletedRows } = await db
    .deleteFrom('api_requests')
    .where(({ refTuple }) => refTuple('token_id', 'key'), 'in', old.$asTuple('token_id', 'key'))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
