import { expect, test } from 'vitest'
import type { ItemId, PersonId } from '#db/ids.ts'
import { testSite } from '#test/app.ts'
import { itemForm } from '#test/make/item-form.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'
import { applicationForm } from './application-form.ts'
import { sentAtOnce } from './sent-at-once.ts'

// Admins who undo a decision while somebody else acts on the same thing. Invariants are checked after each test.

const site = await testSite()
const { make, db, clock } = site
const [ada, ben] = [await make.admin(), await make.admin()]
const city = await make.city({ name: 'Austin', state: 'TX' })
const REVIEWED_AGAIN = 'To review again: Nora Quist. The applicant will get an email.'
const HAS_ITEMS = 'Nora Quist has listed items already. You can change the account type instead.'
const TOO_LATE = 'This can no longer be undone.'

const linesOn = async (id: string) =>
  (await readRows(db, 'audit_log', ['action', 'actor_id'], { noun_id: id }, 'id')).map(
    ({ action, actor_id }) => [
      action,
      actor_id === ada.id ? 'Ada' : actor_id === ben.id ? 'Ben' : '',
    ],
  )

const mailedTo = async (recipient_id: PersonId) => {
  await site.drainJobs()
  const rows = await readRows(db, 'mail_outbox', ['subject'], { recipient_id }, 'id')
  return rows.map(({ subject }) => subject)
}

const done = (form: Record<string, string>) => ({
  undo: { ...form, intent: 'undo', at: clock.now().toISOString() },
})

/** An item on which Ada has decided, with the form of its Undo. */
async function decidedItem(intent: 'approve' | 'deny') {
  clock.advance({ seconds: 1 })
  const closet = await make.closet()
  const item = await make.item({ closet, title: 'Wool coat', approval_status: 'pending' })
  const form = { item: item.id, reason: 'Blurred.', changed_at: await versionOf(item.id) }
  await site.post('/admin/items', { ...form, intent }, { as: ada })
  const { undo } = done({ item: item.id })
  clock.advance({ seconds: 1 })
  return { closet, id: item.id, undo, changedAt: await versionOf(item.id) }
}

async function versionOf(id: ItemId) {
  return (await readRow(db, 'clothing_items', 'updated_at', id)).updated_at.toISOString()
}

test.for(['approve', 'deny'] as const)('undoing to %s an item in two tabs', async (intent) => {
  const { closet, id, undo } = await decidedItem(intent)
  const sent = { as: ada, to: '/admin/items', form: undo }
  expect(await sentAtOnce(site, [sent, sent])).toEqual(['To review again: Wool coat.', TOO_LATE])
  expect(await linesOn(id)).toEqual([
    [intent, 'Ada'],
    ['reopen', 'Ada'],
  ])
  const verdict = intent === 'approve' ? 'Approved' : 'Not approved'
  expect(await mailedTo(closet.id)).toEqual([`${verdict}: Wool coat`, 'Reviewed again: Wool coat'])
})

test.for([
  ['approve', 'take-down', 'take down', 'denied'],
  ['deny', 'put-back', 'put back', 'approved'],
] as const)('undoing to %s an item while another admin chooses to %s it', async ([
  intent,
  next,
  line,
  status,
]) => {
  const { id, undo, changedAt } = await decidedItem(intent)
  const byBen = {
    ...{ as: ben, to: `/admin/items/${id}` },
    form: { intent: next, item: id, changed_at: changedAt, reason: 'Copied.' },
  }
  const read = await sentAtOnce(site, [byBen, { as: ada, to: '/admin/items', form: undo }])
  expect(read[1]).toBe(TOO_LATE)
  expect(await linesOn(id)).toEqual([
    [intent, 'Ada'],
    [line, 'Ben'],
  ])
  const now = await readRow(db, 'clothing_items', 'approval_status', id)
  expect(now.approval_status).toBe(status)

  const other = await decidedItem(intent)
  const late = {
    ...{ as: ben, to: `/admin/items/${other.id}` },
    form: { intent: next, item: other.id, changed_at: other.changedAt, reason: 'Copied.' },
  }
  expect(await sentAtOnce(site, [{ as: ada, to: '/admin/items', form: other.undo }, late])).toEqual(
    ['To review again: Wool coat.', 'This item is waiting for review again.'],
  )
  expect(await linesOn(other.id)).toEqual([
    [intent, 'Ada'],
    ['reopen', 'Ada'],
  ])
})

/** An application on which Ada has decided, with the form of its Undo. */
async function decidedApplication(intent: 'approve' | 'deny') {
  const person = await make.shopper({ full_name: 'Nora Quist' })
  await site.post('/business-apply', applicationForm(city.id), { as: person })
  const { id } = await readRow(db, 'business_applications', 'id', { user_id: person.id })
  const form = { application: id, intent, reason: 'Blurred.' }
  await site.post('/admin/applications', form, { as: ada })
  const { undo } = done({ application: id })
  clock.advance({ seconds: 1 })
  return { person, id, undo }
}

test.for([
  'approve',
  'deny',
] as const)('undoing to %s an application in two tabs', async (intent) => {
  const { person, id, undo } = await decidedApplication(intent)
  const before = await mailedTo(person.id)
  const sent = { as: ada, to: '/admin/applications', form: undo }
  expect(await sentAtOnce(site, [sent, sent])).toEqual([REVIEWED_AGAIN, TOO_LATE])
  expect((await linesOn(id)).slice(1)).toEqual([
    [intent, 'Ada'],
    ['reopen', 'Ada'],
  ])
  expect((await mailedTo(person.id)).slice(before.length)).toHaveLength(1)
  const account = ['account_type', 'business_status'] as const
  expect(await readRow(db, 'user_profiles', account, person.id)).toEqual({
    ...{ account_type: 'regular', business_status: 'pending' },
  })
})

test.for([
  ['lists', 'Item added. It appears in the shop once it has been approved.', HAS_ITEMS, 1],
  ['undoes', REVIEWED_AGAIN, 'Your account is no longer a closet.', 0],
] as const)('undoing to approve an application while its closet lists an item: who %s is first', async ([
  first,
  done,
  refused,
  count,
]) => {
  const { person, id, undo } = await decidedApplication('approve')
  const lists = { as: person, to: '/business/items/new', form: itemForm() }
  const undoes = { as: ada, to: '/admin/applications', form: undo }
  const sent = first === 'lists' ? [lists, undoes] : [undoes, lists]
  expect(await sentAtOnce(site, sent)).toEqual([done, refused])
  const lines = count === 1 ? ['apply', 'approve'] : ['apply', 'approve', 'reopen']
  expect((await linesOn(id)).map(([action]) => action)).toEqual(lines)
  const items = await readRows(db, 'clothing_items', ['id'], { business_id: person.id })
  expect(items).toHaveLength(count)
})

/** A name on which Ada has decided, with the form of its Undo. */
async function decidedName(intent: 'approve' | 'deny') {
  clock.advance({ seconds: 1 })
  const closet = await make.closet({
    ...{ full_name: 'The Old Room', requested_name: 'The New Room' },
    name_requested_at: clock.now(),
  })
  const form = { person: closet.id, name: 'The New Room', intent, reason: 'Taken.' }
  await site.post('/admin/names', form, { as: ada })
  const { undo } = done({ person: closet.id })
  clock.advance({ seconds: 1 })
  return { closet, undo }
}

const AGAIN = 'To review again: The New Room. The closet will get an email.'

test.for(['approve', 'deny'] as const)('undoing to %s a name in two tabs', async (intent) => {
  const { closet, undo } = await decidedName(intent)
  const sent = { as: ada, to: '/admin/names', form: undo }
  expect(await sentAtOnce(site, [sent, sent])).toEqual([AGAIN, TOO_LATE])
  expect(await linesOn(closet.id)).toEqual([
    [`${intent} name`, 'Ada'],
    ['reopen name', 'Ada'],
  ])
  expect(await mailedTo(closet.id)).toHaveLength(2)
})

const PROFILE = { phone: '', city: '', state: '', instagram_handle: '' }

test('undoing to approve a name while its closet requests another one', async () => {
  const { closet, undo } = await decidedName('approve')
  const theirs = { as: closet, to: '/profile', form: { ...PROFILE, full_name: 'The Third Room' } }
  const read = await sentAtOnce(site, [theirs, { as: ada, to: '/admin/names', form: undo }])
  expect(read[1]).toBe(TOO_LATE)
  expect((await linesOn(closet.id)).map(([action]) => action)).toEqual([
    'approve name',
    'request name',
  ])
  const names = ['full_name', 'requested_name'] as const
  expect(await readRow(db, 'user_profiles', names, closet.id)).toEqual({
    ...{ full_name: 'The New Room', requested_name: 'The Third Room' },
  })
})
