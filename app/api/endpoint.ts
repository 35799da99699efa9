import type * as z from 'zod'
import type { App } from '#app/request/contexts.ts'
import type { Db, Tx } from '#db/connection.ts'
import type { ApiTokenId } from '#db/ids.ts'
import type { ApiScope } from '#domain/accounts/tokens/api-scopes.ts'
import { runOnce } from '#domain/outbound/idempotency/idempotency.ts'
import {
  asClosetOwner,
  asShopper,
  type ClosetOwner,
  type Person,
  type Shopper,
} from '#domain/shared/actors.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import type { ApiProblem, ProblemReason } from './problem-kinds.ts'
import { errorsIn, valuesIn } from './read-values.ts'
import { nothing } from './schema.ts'

/** A request whose token, address and body were read. */
export type ReceivedCall = {
  readonly app: App
  readonly person: Person
  readonly tokenId: ApiTokenId
  /** A new version of a legal text needs their consent; until then they cannot start new things. */
  readonly consentIsDue: boolean
  /** The address of the client. */
  readonly peer: string
  readonly origin: string
  readonly now: Date
  readonly today: CalendarDate
  /** The value of `{id}` in the path; '' without it. */
  readonly id: string
  readonly search: URLSearchParams
  /** Parsed JSON, or the bytes of a photo; null without a body. */
  readonly sent: unknown
  /** Only for a POST. */
  readonly once: { readonly key: string; readonly bodyHash: string } | null
}

export type Call<Actor, Query> = Omit<ReceivedCall, 'search' | 'sent' | 'once'> & {
  readonly who: Actor
  readonly query: Query
}

export type Reply = {
  readonly status: number
  readonly body: unknown
  readonly isRepeated?: boolean
}

/** One row of the route table: it answers requests and describes itself for the document. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`, with at most one `{id}`. */
  readonly path: string
  readonly name: string
  readonly summary: string
  readonly description?: string
  /** Null: every token can call it. */
  readonly scope: ApiScope | null
  readonly who: 'anyone' | 'shopper' | 'closet'
  readonly query: z.ZodObject
  readonly body: z.ZodObject | 'photo' | null
  readonly answer: z.ZodObject | null
  readonly status: 200 | 201 | 204
  /** Besides those that every request can get. */
  readonly refusals: readonly ProblemReason[]
  readonly reply: (call: ReceivedCall) => Promise<Outcome<Reply, ApiProblem>>
}

/** Who can call, and the actor that a command takes as the proof of it. */
export type Who<Actor> = {
  readonly kind: Endpoint['who']
  readonly of: (person: Person) => Actor | null
}
export const anyone: Who<Person> = { kind: 'anyone', of: (person) => person }
export const shoppers: Who<Shopper> = { kind: 'shopper', of: asShopper }
export const closets: Who<ClosetOwner> = { kind: 'closet', of: asClosetOwner }

type Described<Actor> = {
  readonly path: string
  readonly name: string
  readonly summary: string
  readonly description?: string
  readonly scope: ApiScope | null
  readonly who: Who<Actor>
  readonly refusals?: readonly ProblemReason[]
}

type GetEndpoint<
  Actor,
  Query extends z.ZodObject,
  Answer extends z.ZodObject,
> = Described<Actor> & {
  /** `nothing` without parameters. */
  readonly query: Query
  readonly answer: Answer
  /** Null: not found. */
  readonly read: (
    call: Call<Actor, z.output<Query>>,
  ) => Promise<Outcome<Answered<z.input<Answer>>, ApiProblem> | null>
}

/** What is answered, before it is written as JSON: an instant can be a Date. */
type Answered<Sent> = string extends Sent
  ? Sent | Date
  : Sent extends object
    ? { readonly [Key in keyof Sent]: Answered<Sent[Key]> }
    : Sent

/** A GET. */
export function getEndpoint<Actor, Query extends z.ZodObject, Answer extends z.ZodObject>({
  who,
  refusals = [],
  read,
  ...described
}: GetEndpoint<Actor, Query, Answer>): Endpoint {
  return {
    ...described,
    method: 'GET',
    who: who.kind,
    body: null,
    status: 200,
    refusals,
    reply: async (received) => {
      const call = readCall(received, who, described.query)
      if (!call.ok) return call
      const outcome = await read(call.value)
      if (!outcome) return refused({ reason: 'not-found' })
      return outcome.ok ? done({ status: 200, body: outcome.value }) : outcome
    },
  }
}

type ChangeEndpoint<
  Actor,
  Query extends z.ZodObject,
  Body extends z.ZodObject,
> = Described<Actor> & {
  readonly method: 'PUT' | 'PATCH' | 'DELETE'
  /** `nothing` without parameters. */
  readonly query: Query
  /** `nothing` without a body. */
  readonly body: Body
  readonly change: (
    call: Call<Actor, z.output<Query>> & { readonly body: z.output<Body> },
  ) => Promise<Outcome<unknown, ApiProblem>>
}

/** An idempotent change; the response has no body. */
export function changeEndpoint<Actor, Query extends z.ZodObject, Body extends z.ZodObject>({
  who,
  body,
  refusals = [],
  change,
  ...described
}: ChangeEndpoint<Actor, Query, Body>): Endpoint {
  return {
    ...described,
    who: who.kind,
    body: body === nothing ? null : body,
    answer: null,
    status: 204,
    refusals,
    reply: async (received) => {
      const call = readCall(received, who, described.query)
      if (!call.ok) return call
      const sent = readSent(received, body)
      if (!sent.ok) return sent
      const outcome = await change({ ...call.value, body: sent.value })
      return outcome.ok ? done({ status: 204, body: null }) : outcome
    },
  }
}

type PostEndpoint<
  Actor,
  Body extends z.ZodObject,
  Answer extends z.ZodObject,
  Value,
> = Described<Actor> & {
  readonly body: Body
  readonly status: 200 | 201
  readonly answer: Answer
  /** Calls one command, with this database. */
  readonly command: (
    call: Call<Actor, unknown> & { readonly body: z.output<Body> },
    db: Db,
  ) => Promise<Outcome<Value, ApiProblem>>
  /** Reads the answer in the transaction of the command, whose value it gets. */
  readonly answered: (
    call: Call<Actor, unknown>,
    value: Value,
    tx: Tx,
  ) => Promise<Answered<z.input<Answer>>>
  /** A secret: included only in the first answer, and never stored with it. */
  readonly shownOnce?: (value: Value) => Partial<z.input<Answer>>
}

/** A POST: carried out once for each Idempotency-Key. */
export function postEndpoint<Actor, Body extends z.ZodObject, Answer extends z.ZodObject, Value>({
  body,
  ...posted
}: PostEndpoint<Actor, Body, Answer, Value>): Endpoint {
  return onceFor(posted, body === nothing ? null : body, async (received) => {
    const sent = readSent(received, body)
    if (!sent.ok) return sent
    return done((call: Call<Actor, unknown>, db: Db) =>
      posted.command({ ...call, body: sent.value }, db),
    )
  })
}

type PhotoEndpoint<Actor, Answer extends z.ZodObject, Value> = Omit<
  PostEndpoint<Actor, typeof nothing, Answer, Value>,
  'body' | 'command'
> & {
  /** Stores the photo, which is not attached yet, and returns the command that uses it. */
  readonly store: (
    call: Call<Actor, unknown>,
    bytes: Uint8Array<ArrayBuffer>,
  ) => Promise<Outcome<(db: Db) => Promise<Outcome<Value, ApiProblem>>, ApiProblem>>
}

/** The same with a photo as its body. */
export function photoEndpoint<Actor, Answer extends z.ZodObject, Value>({
  store,
  ...posted
}: PhotoEndpoint<Actor, Answer, Value>): Endpoint {
  return onceFor(posted, 'photo', async ({ sent }, call) => {
    const bytes = sent instanceof Uint8Array ? new Uint8Array(sent) : new Uint8Array()
    const stored = await store(call, bytes)
    return stored.ok ? done((_: unknown, db: Db) => stored.value(db)) : stored
  })
}

/** A command whose body was read; it is called only if the key is new. */
type ReadyCommand<Actor, Value> = (
  call: Call<Actor, unknown>,
  db: Db,
) => Promise<Outcome<Value, ApiProblem>>

/** Reads the body, or stores the photo, before the transaction in which the command runs. */
type PrepareCommand<Actor, Value> = (
  received: ReceivedCall,
  call: Call<Actor, unknown>,
) => Promise<Outcome<ReadyCommand<Actor, Value>, ApiProblem>>

function onceFor<Actor, Answer extends z.ZodObject, Value>(
  posted: Omit<PostEndpoint<Actor, typeof nothing, Answer, Value>, 'body' | 'command'>,
  body: Endpoint['body'],
  prepare: PrepareCommand<Actor, Value>,
): Endpoint {
  const { who, refusals = [], answered, shownOnce, ...described } = posted
  return {
    ...described,
    method: 'POST',
    who: who.kind,
    query: nothing,
    body,
    refusals,
    reply: async (received) => {
      const read = readCall(received, who, nothing)
      if (!read.ok) return read
      const call = read.value
      const { once, app, tokenId, now } = received
      if (!once) return refused({ reason: 'key-missing' })
      const command = await prepare(received, call)
      if (!command.ok) return command
      const fresh: { secret?: object } = {}
      const outcome = await runOnce<Value, ApiProblem>(
        app.db,
        { ...once, tokenId, status: posted.status },
        {
          command: async (db) => {
            const result = await command.value(call, db)
            if (result.ok && shownOnce) fresh.secret = shownOnce(result.value)
            return result
          },
          answer: (tx, value) => answered(call, value, tx),
        },
        now,
      )
      if (!outcome.ok) return outcome
      const { status, answer, isRepeated } = outcome.value
      return done({ status, body: { ...Object(answer), ...fresh.secret }, isRepeated })
    },
  }
}

function readCall<Actor, Query extends z.ZodObject>(
  { search, sent: _, once: __, ...received }: ReceivedCall,
  who: Who<Actor>,
  query: Query,
): Outcome<Call<Actor, z.output<Query>>, ApiProblem> {
  const actor = who.of(received.person)
  if (!actor) return refused({ reason: 'account-not-allowed', detail: NEEDED[who.kind] })
  const read = query.safeParse(valuesIn(search, query))
  if (!read.success) return refused({ reason: 'invalid', errors: errorsIn(read.error) })
  return done({ ...received, who: actor, query: read.data })
}

const NEEDED = {
  anyone: '',
  shopper: 'Only shoppers can do this.',
  closet: 'Only approved closets can do this.',
} as const satisfies Record<Endpoint['who'], string>

function readSent<Body extends z.ZodObject>(
  { sent }: ReceivedCall,
  body: Body,
): Outcome<z.output<Body>, ApiProblem> {
  const read = body.safeParse(sent ?? {})
  return read.success
    ? done(read.data)
    : refused({ reason: 'invalid', errors: errorsIn(read.error) })
}
