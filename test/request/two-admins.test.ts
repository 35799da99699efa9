import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Admin } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { atOnce } from '#test/at-once.ts'
import { type Page, shownIn } from '#test/browsing.ts'
import { photo } from '#test/make/photo.ts'
import { integrityViolations } from '#test/postgres/database.ts'
import { formElement, type ShownForm, siteWithForms } from '#test/worlds/forms-shown.ts'

// Every form of the admin area, sent by two admins at the same time.

const { site, forms: shown } = await siteWithForms()
const { make, db, database } = site
const ada = await make.admin({ full_name: 'Ada Moss' })
const ben = await make.admin({ full_name: 'Ben Oak' })
const today = calendarDateIn('America/New_York', site.clock.now())
const forms = shown.filter(({ action }) => action.startsWith('/admin'))

const SAVED = /Ada Moss saved/

/**
 * What the second one reads. Or how often it is recorded: twice if what each of them sends counts, once
 * if the second one wanted what is so already. By path and intent or field, in the order in which they
 * are sent. Of two intents, each of them sends one: one approves what the other denies.
 */
const SECOND: Readonly<Record<string, RegExp | number>> = {
  '/admin/site-layout hero_title': SAVED,
  '/admin/site-layout numbers': SAVED,
  '/admin/support/answers seen': /Another admin has changed this saved answer\./,
  '/admin/support/answers delete': 1,
  '/admin/support/answers title': /Another saved answer has this title\./,
  '/admin/support/:id assign': /Ada Moss has taken this request in the meantime\./,
  '/admin/support/:id answer': /Ada Moss has written in the meantime\./,
  '/admin/support/:id close': 1,
  '/admin/reviews hide': /This review is already hidden\./,
  '/admin/returns/:id ask': 2,
  '/admin/returns/:id outcome': /This request was accepted by Ada Moss on /,
  '/admin/appeals/:id ask': 2,
  '/admin/appeals/:id outcome': /This appeal was decided by Ada Moss on /,
  '/admin/reports/:id outcome': /Ada Moss has already decided this report\./,
  '/admin/conversations/:id before': 2,
  '/admin/conversations/:id remove': /This message has already been removed\./,
  '/admin/applications approve deny': /This application has already been approved\./,
  '/admin/names approve deny': /This name is no longer waiting for review\./,
  '/admin/items approve deny': /This item has already been approved\./,
  '/admin/items/:id take-down': /This item has already been denied\./,
  '/admin user-to-user': 1,
  '/admin/listings/new save': 2,
  '/admin/listings/:id save': SAVED,
  '/admin/listings pause': 1,
  '/admin/listings delete': /This listing was not found\./,
  '/admin/brands/new save': /A brand with this name is already listed\./,
  '/admin/brands/:id save': SAVED,
  '/admin/brands deactivate': 1,
  '/admin/brands delete': /This brand was not found\./,
  '/admin/announcements/new title': 2,
  '/admin/announcements/:id seen': SAVED,
  '/admin/announcements/:id end': /This announcement has ended already\./,
  '/admin/announcements/:id delete': 1,
  '/admin/cities add': /already/,
  '/admin/cities deactivate': 1,
  '/admin/cities delete': /This city was not found\./,
  '/admin/users/:id add-note': 2,
  '/admin/users/:id give': 2,
  '/admin/users/:id sign-out': 2,
  '/admin/users/:id block': /This has already been done\./,
  '/admin/users change': /Another admin has changed this account in the meantime\./,
  '/admin/money retry-event dismiss-event': /This has already been handled\./,
  '/admin/payouts rate': 2,
  '/admin/payouts correct': 2,
  '/admin/months/:n close': /Ada Moss has already closed this month\./,
  '/admin/mail/:id': 2,
}

/** Of the forms that are not sent here, why. */
const OTHERS: readonly (readonly [path: string, why: string])[] = [
  ['/admin/integrity', 'starts checks that run once, and records nothing'],
  ['/admin/items approve-selected', 'domain/catalogue/items/listing/undo-decision.test.ts'],
  ['/admin/legal/terms', 'domain/site/legal/legal.test.ts'],
  ['/admin/announcements/:id/publish', 'test/request/announcement-races.test.ts'],
  ['/admin/support/:id assign seen_to to', 'the same as assign to'],
  ['/admin/rentals', 'domain/booking/rentals/changes'],
]

/** Both write the same, except into what is there already. */
function fieldsOf(changed: string): Readonly<Record<string, string | File>> {
  return {
    ...{
      reason: 'A reason.',
      reasons: 'Reasons.',
      words: 'Words.',
      note: 'A note.',
      body: 'Text.',
    },
    ...{ title: `Title ${changed}`, name: `Name ${changed}`, hero_title: `Hero ${changed}` },
    ...{
      high_value_rentals: changed === ada.fullName ? '10' : '11',
      state: 'NY',
      credits: '5',
      amount: '1.50',
      cents: '40',
    },
    ...{ image_id: photo(), logo_id: photo(), style: 'Formal', event_type: 'Wedding', size: 'M' },
    ...{
      credits_per_week: '14',
      audience: 'everybody',
      city: '',
      starts_on: today,
      ends_on: today,
    },
  }
}

const wordsOf = ({ name }: ShownForm) => name.replaceAll('intent=', '').split(' ')

function formWith(path: string, word: string): ShownForm {
  const found = forms.find((form) => {
    const [to, ...words] = wordsOf(form)
    return to === path && (word === '' || words.includes(word))
  })
  return found ?? expect.fail(`there is no form of ${path} with ${word}`)
}

function filled(form: ShownForm, word: string, by: Admin): FormData {
  const element = formElement(form)
  const data = shownIn(element)
  for (const [name, value] of Object.entries(fieldsOf(data.has('seen') ? by.fullName : '')))
    if (element.querySelector(`[name=${name}]:not([type=hidden])`)) data.set(name, value)
  for (const choice of ['outcome', 'side']) {
    const [first] = element
      .querySelectorAll(`input[name=${choice}], [name=${choice}] option`)
      .flatMap((option) => option.getAttribute('value') || [])
    if (first) data.set(choice, first)
  }
  for (const key of ['key', 'request_key', 'form_key']) if (data.has(key)) data.set(key, newId())
  if (form.action.endsWith('/new')) data.set('announcement', newId())
  if (data.has('seen_to')) data.set('to', by.id)
  if (form.name.includes(`intent=${word}`)) data.set('intent', word)
  return data
}

async function countLines(): Promise<number> {
  const { rows } = await sql<{ lines: number }>`
    select count(*)::int as lines from audit_log`.execute(db)
  return rows[0]?.lines ?? 0
}

/** The page that an admin sees after sending a form. */
async function seenBy(as: Admin, answer: Page): Promise<Page> {
  const page = answer.location === null ? answer : await site.get(answer.location, { as })
  expect(page.status).toBeLessThan(500)
  return page
}

test.for(Object.entries(SECOND))('two admins at once: %s', async ([what, second]) => {
  const [path = '', first = '', other = first] = what.split(' ')
  site.clock.advance({ seconds: 1 })
  const before = await countLines()
  const answers = await atOnce(
    database.pool,
    [first, other].map((word, n) => {
      const form = formWith(path, word)
      const as = n === 0 ? ada : ben
      return () => site.post(form.action, filled(form, word, as), { as })
    }),
  )
  const pages = await Promise.all(answers.map((one, n) => seenBy(n ? ben : ada, one)))
  const texts = pages.map((page) => page.text())
  if (typeof second === 'number') expect(pages.some((page) => page.has('[role=alert]'))).toBe(false)
  else expect(texts.map((text) => second.test(text))).toEqual([false, true])
  expect((await countLines()) - before).toBe(typeof second === 'number' ? second : 1)
})

test('nothing is lost or done twice', async () => {
  expect(await integrityViolations(db)).toEqual([])
})

test('every form of the admin area is sent here, or somewhere else', () => {
  const sent = Object.keys(SECOND).flatMap((what) => {
    const [path = '', ...words] = what.split(' ')
    return (words.length ? words : ['']).map((word) => formWith(path, word).name)
  })
  const isSent = ({ name }: ShownForm) => sent.includes(name)
  const isOther = (form: ShownForm) =>
    OTHERS.some(([path]) => wordsOf(form).join(' ').startsWith(path))
  expect(forms.filter((form) => !isSent(form) && !isOther(form)).map(({ name }) => name)).toEqual(
    [],
  )
})
