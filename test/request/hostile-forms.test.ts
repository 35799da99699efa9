import { expect, test } from 'vitest'
import { testSite } from '#test/app.ts'
import type { SeenForm } from '#test/every-form.ts'
import { inhabited } from '#test/inhabited.ts'

const site = await testSite()
const { places, forms: all } = await inhabited(site)
// Signing out would end what the other forms need.
const forms = all.filter(({ path }) => !path.startsWith('/sign-out'))

test('every address that takes a form is among those that are tried', () => {
  const taken = all.map(({ path }) => path.split('?')[0] ?? '')
  const untried = places.filter(({ path, hasAction }) => {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}$`)
    return hasAction && !taken.some((one) => pattern.test(one))
  })
  // An event of the payment provider is no form; its signature is looked at before its text.
  expect(untried.map(({ path }) => path)).toEqual(['/hooks/stripe'])
  expect(forms.flatMap(({ fields }) => fields).length).toBeGreaterThan(200)
})

/** Marks, each of which some pattern of ours speaks of, and one of each kind of everything else. */
const kinds = [
  ...['a', '1', ' ', '\t', '\n', 'é', '👗', ...'+-.@/?&=<>"\'()%#_~,;:\\[$|'],
  // No-break space, zero width, right to left, combining.
  ...['\u00a0', '\u200b', '\u202e', '\u0301'],
]
/** What the door leaves out or refuses, whichever field it stands in; the last two as bytes. */
const atTheDoor = ['\0', '%FF', '%ED%A0%BD']

const BYTES = 250 * 1024

/** As many of them as 256 KB hold as browsers send them; written shorter, the action sees the same. */
function filled(kind: string): string {
  if (kind.startsWith('%') && kind.length > 1) return kind.repeat(BYTES / kind.length)
  const sent = new URLSearchParams({ '': kind }).toString().length - 1
  return (/[%&+]/.test(kind) ? encodeURIComponent(kind) : kind).repeat(BYTES / sent)
}

/** Most patterns are not content with what ends so, and look for another way through it. */
const END = '%0A!'
const texts = new Map([...kinds, ...atTheDoor].map((kind) => [kind, filled(kind) + END]))

const MOST_BEYOND_NORMAL_MS = 100
const TRIES = 3
/** So long others may keep us from the processor, or the database from answering. */
const BUSY_MACHINE_MS = 1_000

let sendings = 0

/** Sends a form as it stands on its page, but for one field, and measures the action by itself. */
async function send({ path, as, shown }: SeenForm, field: string, text: string) {
  const rest = new URLSearchParams(shown)
  rest.delete(field)
  const body = `${encodeURIComponent(field)}=${text}&${rest}`
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  // What counts by address is not to stand in the way.
  const peer = `10.0.${Math.floor(++sendings / 250)}.${sendings % 250}`
  const cpu = process.cpuUsage()
  const began = performance.now()
  const page = await site.post(path.replace(/\?|$/, '.data$&'), {}, { as, body, headers, peer })
  const waited = performance.now() - began
  const { user, system } = process.cpuUsage(cpu)
  return { status: page.status, ms: Math.max((user + system) / 1000, waited - BUSY_MACHINE_MS) }
}

test('256 KB of any kind of character in any field take at most 100 ms more than a word', async () => {
  const slow: string[] = []
  const broken: string[] = []
  const ended: string[] = []
  for (const form of forms) {
    // What is tried is tried by somebody signed in.
    if (form.as && (await site.get('/profile', { as: form.as })).status !== 200)
      ended.push(form.path)
    const word = () => send(form, form.fields[0] ?? '', 'x')
    const words = form.fields.length > 0 ? [await word(), await word()] : []
    const allowed = Math.min(...words.map(({ ms }) => ms)) + MOST_BEYOND_NORMAL_MS
    for (const [at, field] of form.fields.entries()) {
      for (const kind of at === 0 ? texts.keys() : kinds) {
        const what = `${form.path} ${field} of ${JSON.stringify(kind)}`
        let best = Number.POSITIVE_INFINITY
        // A pattern that goes back and forth does so each time.
        for (let tried = 0; tried < TRIES && best > allowed; tried++) {
          const { status, ms } = await send(form, field, texts.get(kind) ?? '')
          best = Math.min(best, ms)
          if (status >= 500) broken.push(`${what}: ${status}`)
        }
        if (best > allowed) slow.push(`${what}: ${Math.round(best)} ms, not ${Math.round(allowed)}`)
      }
    }
  }
  expect({ slow, broken, ended }).toEqual({ slow: [], broken: [], ended: [] })
}, 600_000)
