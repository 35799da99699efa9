import { expect, test } from 'vitest'
import type { AnnouncementId } from '#db/ids.ts'
import { sendAnnouncements } from '#domain/site/announcements/send-announcements.ts'
import { testSite } from '#test/app.ts'
import { shownIn } from '#test/browsing.ts'
import { readRows } from '#test/postgres/rows.ts'
import { type Sent, sentAtOnce } from './sent-at-once.ts'

// Two admins who publish, change or delete one draft at the same time.

const site = await testSite()
const { make, db, clock } = site
const [ada, ben] = [
  await make.admin({ full_name: 'Ada Moss' }),
  await make.admin({ full_name: 'Ben Oak' }),
]
const FORM = 'main form[method=post]'

type Who = typeof ada
type Form = (id: AnnouncementId, as: Who) => Promise<Sent>

const publish: Form = async (id, as) => {
  const to = `/admin/announcements/${id}/publish`
  return { as, to, form: shownIn((await site.get(to, { as })).$(FORM)) }
}
const change: Form = async (id, as) => {
  const to = `/admin/announcements/${id}`
  const form = shownIn((await site.get(to, { as })).$(FORM))
  form.set('words', `Words of ${as.fullName}.`)
  return { as, to, form }
}
const remove: Form = async (id, as) => ({
  ...{ as, to: `/admin/announcements/${id}`, form: { intent: 'delete' } },
})

const PUBLISHED = 'The announcement is published.'
const ALREADY = 'This announcement is published already.'
const GONE = 'Another admin has deleted this draft.'
const DELETED = 'The draft is deleted.'
const SAVED = 'The draft is saved. Nothing is published yet.'
const CHANGED =
  'Another admin has changed this draft. It is shown below as it is now; please check it again.'

test.for<[what: string, Form, Form, [string, string | RegExp], lines: string[], emails: number]>([
  ['publish it', publish, publish, [PUBLISHED, ALREADY], ['publish'], 1],
  ['publish and delete it', publish, remove, [PUBLISHED, ALREADY], ['publish'], 1],
  ['delete and publish it', remove, publish, [DELETED, GONE], ['delete'], 0],
  ['publish and change it', publish, change, [PUBLISHED, ALREADY], ['publish'], 1],
  ['change and publish it', change, publish, [SAVED, CHANGED], ['edit'], 0],
  ['delete and change it', remove, change, [DELETED, GONE], ['delete'], 0],
  ['change it', change, change, [SAVED, /Ada Moss saved/], ['edit'], 0],
])('of two admins who %s at once, one does it and the other reads why', async ([
  ,
  first,
  second,
  [done, refused],
  lines,
  emails,
]) => {
  const closet = await make.closet()
  clock.advance({ hours: 1 })
  const { timeZone } = site.settings
  const now = clock.now()
  const draft = { admin: ada, now, timeZone, hasEmail: true, audience: 'closets' } as const
  const { id } = await make.draftAnnouncement(draft)
  const sent = [await first(id, ada), await second(id, ben)]
  const read = await sentAtOnce(site, sent)
  expect(read).toEqual([
    done,
    typeof refused === 'string' ? refused : expect.stringMatching(refused),
  ])
  const log = await readRows(db, 'audit_log', ['action', 'actor_id'], { noun_id: id }, 'id')
  expect(log.slice(1)).toEqual(lines.map((action) => ({ action, actor_id: ada.id })))
  while ((await sendAnnouncements(db, { now, origin: 'https://shop.example' })) > 0);
  const mails = await readRows(db, 'mail_outbox', ['template'], {
    ...{ recipient_id: closet.id, announcement_id: id },
  })
  expect(mails).toHaveLength(emails)
  if (emails > 0) await site.post(`/admin/announcements/${id}`, { intent: 'end' }, { as: ada })
  clock.advance({ days: 1 })
})

test('with a script, the draft that cannot be saved any more stays in its form', async () => {
  const { id } = await make.draftAnnouncement({ admin: ada, now: clock.now() })
  const { to, form } = await change(id, ben)
  await site.post(to, { intent: 'delete' }, { as: ada })
  const answer = await site.post(`${to}.data`, form, { as: ben })
  expect(answer.status).toBe(409)
  expect(answer.html).toContain(GONE)
})
