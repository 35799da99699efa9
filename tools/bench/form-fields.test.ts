import { expect, test } from 'vitest'
import type { SeenForm } from '#test/worlds/every-form.ts'
import { populatedSite } from '#test/worlds/populated.ts'

const { site, forms: all } = await populatedSite()
// Signing out would break the other forms.
const forms = all.filter(({ path }) => !path.startsWith('/sign-out'))

/** Characters used in our patterns, and one of each other kind. */
const kinds = [
  ...['a', '1', ' ', '\t', '\n', 'é', '👗', ...'+-.@/?&=<>"\'()%#_~,;:\\[$|'],
  // No-break space, zero width, right to left, combining.
  ...['\u00a0', '\u200b', '\u202e', '\u0301'],
]
/** Characters that are removed or refused in every field; the last two as bytes. */
const refusedCharacters = ['\0', '%FF', '%ED%A0%BD']

/** At this length a quadratic pattern takes a third of a second, a linear one almost no time. */
const MIXED_LENGTH = 20_000
/** For a text of a single run, at which a quadratic pattern takes more than a second. */
const SINGLE_LENGTH = 40_000
/** An exponential pattern takes seconds for this few, which are within every field's size limit. */
const EXPONENTIAL_LENGTH = 30
/** For patterns anchored at the start of a text. */
const leading = ['a', '1', ' ', '\n', 'é', '+', '-', '.', '@', '/', '%']
/** Characters that our patterns repeat. */
const repeated = ['a', '1', ' ', '.', '/']
/** The largest accepted size, less room for the rest of the form. */
const MAX_BYTES = 250 * 1024

/** A run with an ending that most patterns do not match, so that they backtrack. */
function run(kind: string, characters: number): string {
  const isBytes = kind.length > 1 && kind.startsWith('%')
  // Encoded more compactly than by browsers; the action sees the same.
  const one = isBytes ? kind : kind.replace(/[%&+]/, encodeURIComponent)
  return `${one.repeat(characters)}%0A!`
}

/** Packs all of them into few lists, none larger than the size limit. */
function packed<One>(all: readonly One[], bytesOf: (one: One) => number): One[][] {
  const lists: One[][] = []
  let room = 0
  for (const one of all) {
    room -= bytesOf(one)
    if (room < 0) {
      lists.push([])
      room = MAX_BYTES - bytesOf(one)
    }
    lists.at(-1)?.push(one)
  }
  return lists
}

type Text = (share: number) => string

/** Runs of every kind in one text, for patterns that can match anywhere. */
const mixed = packed(kinds, (kind) => Buffer.byteLength(run(kind, MIXED_LENGTH))).map(
  (some): Text =>
    (share) =>
      some.map((kind) => run(kind, MIXED_LENGTH * share)).join(''),
)

/** Linear work may take this many times as long as the same text in an unknown field. */
const MAX_TIMES = 10
const TRIES = 3
/** How long other processes may delay us, or the database its response. */
const BUSY_MACHINE_MS = 1_000

let sentCount = 0

type Sending = {
  readonly form: SeenForm
  readonly fields: readonly string[]
  /** The text; its argument is the share of the length to send. */
  readonly text: Text
  /** Extra work with the text, as if an action did it. */
  readonly extraWork?: (text: string) => unknown
}

/** Sends a form as it is on its page, with some fields replaced, and measures only the action. */
async function send(sending: Sending, share = 1) {
  const { form, fields, extraWork } = sending
  const { path, as, shown } = form
  const text = sending.text(share)
  const rest = new URLSearchParams(shown)
  for (const field of fields) rest.delete(field)
  const hostile = fields.map((field) => `${encodeURIComponent(field)}=${text}`)
  const body = [...hostile, rest].join('&')
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  // Rate limits by address must not interfere.
  const peer = `10.0.${Math.floor(++sentCount / 250)}.${sentCount % 250}`
  const cpu = process.cpuUsage()
  const began = performance.now()
  const page = await site.post(path.replace(/\?|$/, '.data$&'), {}, { as, body, headers, peer })
  extraWork?.(text)
  const waited = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  return { status: page.status, ms: Math.max((user + system) / 1000, waited - BUSY_MACHINE_MS) }
}

/** The shortest time; other processes may have delayed us. */
async function best(sending: Sending, share: number, enough: number) {
  let ms = Number.POSITIVE_INFINITY
  let status = 0
  for (let attempt = 0; attempt < TRIES && ms > enough; attempt++) {
    const sent = await send(sending, share)
    ms = Math.min(ms, sent.ms)
    status = Math.max(status, sent.status)
  }
  return { ms, status }
}

/**
 * Half the text takes a linear pattern half as long and a quadratic one a quarter; hashing takes
 * the same.
 */
const MAX_GROWTH = 2.8

/** Whether a text takes too long, and so much longer than half of it that its length is why. */
async function measure(sending: Sending) {
  const { ms, status } = await best(sending, 1, allowed)
  if (ms <= allowed) return { status, isSlow: false, ms }
  const half = await best(sending, 0.5, ms / MAX_GROWTH)
  return { status, isSlow: half.ms < ms / MAX_GROWTH, ms }
}

/**
 * The time that this machine needs for as much text in an unknown field, once warmed up. It is the
 * median: with a text that happens to be delayed each time, slow patterns would count as fast.
 */
async function baselineMs(form: SeenForm): Promise<number> {
  const unread = (text: Text): Sending => ({ form, fields: ['unread'], text })
  for (const text of mixed) await send(unread(text))
  const all: number[] = []
  for (const text of mixed) all.push((await best(unread(text), 1, 0)).ms)
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
}

const [someForm] = forms
if (!someForm) throw new Error('there is no form')
const allowed = MAX_TIMES * (await baselineMs(someForm))

test.for([
  ['quadratic in blanks at the end', ' ', MIXED_LENGTH, /\s+$/, true],
  ['quadratic in letters before what is missing', 'a', MIXED_LENGTH, /a+b/, true],
  ['exponential', 'a', EXPONENTIAL_LENGTH - 5, /^(a|a)*$/, true],
  ['linear', 'a', SINGLE_LENGTH, /^[\s\da]*$/, false],
] as const)('the measurement detects a pattern that is %s', async ([
  ,
  kind,
  characters,
  pattern,
  isSlow,
]) => {
  const seen = await measure({
    form: someForm,
    fields: ['unread'],
    text: (share) => run(kind, characters * share),
    extraWork: (text) => pattern.test(decodeURIComponent(text)),
  })
  expect(seen.isSlow).toBe(isSlow)
})

/** These fields decide what an action does, and so whether it reads the other fields at all. */
const choosesAction = ({ shown }: SeenForm, field: string) =>
  ['intent', 'what', 'ask'].includes(field) || /^[\da-f]{8}-[\da-f-]{27}$/.test(shown[field] ?? '')

/** All fields at once, each with its own run; then each alone, with runs of every kind. */
function sendingsOf(form: SeenForm): Sending[] {
  const together = form.fields.filter((field) => !choosesAction(form, field))
  const all = (kind: string, characters: number) =>
    packed(together, () => Buffer.byteLength(run(kind, characters))).map((fields) => ({
      form,
      fields,
      text: (share: number) => run(kind, characters * share),
    }))
  const alone = form.fields.flatMap((field) =>
    mixed.map((text) => ({ form, fields: [field], text })),
  )
  const [first = 'none'] = form.fields
  const refused = refusedCharacters.map((kind) => ({
    form,
    fields: [first],
    text: (share: number) => run(kind, (share * MAX_BYTES) / 9),
  }))
  return [
    ...leading.flatMap((kind) => all(kind, SINGLE_LENGTH)),
    ...repeated.flatMap((kind) => all(kind, EXPONENTIAL_LENGTH)),
    ...alone,
    ...refused,
  ]
}

/** The fields that are slow on their own, or all of them if only their combination is slow. */
async function slowFields(sending: Sending): Promise<readonly string[]> {
  const slow: string[] = []
  for (const field of sending.fields)
    if ((await measure({ ...sending, fields: [field] })).isSlow) slow.push(field)
  return slow.length > 0 ? slow : sending.fields
}

test('no text takes ten times as long in any field as in an unknown one', async () => {
  const slow: string[] = []
  const broken: string[] = []
  const ended: string[] = []
  for (const form of forms) {
    // The forms are sent by a signed-in person.
    if (form.as && (await site.get('/profile', { as: form.as })).status !== 200)
      ended.push(form.path)
    for (const sending of sendingsOf(form)) {
      const { ms, status, isSlow } = await measure(sending)
      const text = sending.text(1)
      const what = `${text.length} of ${JSON.stringify(text.slice(0, 3))}`
      if (status >= 500) broken.push(`${form.path} ${sending.fields} ${what}: ${status}`)
      if (isSlow)
        slow.push(`${form.path} ${await slowFields(sending)} ${what}: ${Math.round(ms)} ms`)
    }
  }
  expect({ slow, broken, ended }).toEqual({ slow: [], broken: [], ended: [] })
}, 600_000)
