import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { AnnouncementId } from '#db/ids.ts'
import type { Admin, Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { insertRows, readRows } from '#test/postgres/rows.ts'
import { killAtEachMessage } from './kill-at-each-message.ts'
import type { Story } from './stories.ts'
import { openWorld } from './world.ts'

interface Announcing {
  readonly id: AnnouncementId
  readonly people: readonly Person[]
}

const world = await openWorld()
const { db, make, clock } = world
let admin: Admin | undefined
let days = 0

const mailOf = ({ id }: Announcing) =>
  readRows(db, 'mail_outbox', ['recipient_id', 'sent_at'], { announcement_id: id })

const addJob = () => sql`select graphile_worker.add_job('send-announcements', '{}')`.execute(db)

/** The renters of a city are told something by email; the next app finishes. */
const story: Story<Announcing> = {
  name: 'announcement by email',
  setUp: async () => {
    const city = await make.city()
    const now = clock.now()
    const here = { city: city.name, state: city.state, created_at: now }
    const people = [await make.shopper(here), await make.shopper(here), await make.shopper(here)]
    admin ??= await make.admin()
    const id: AnnouncementId = newId()
    const today = calendarDateIn('UTC', now)
    await insertRows(db, 'announcements', {
      ...{ id, title: 'New arrivals', words: 'Winter coats.', audience: 'renters' },
      ...{ city: city.name, state: city.state, has_banner: false, has_email: true },
      ...{ starts_on: today, ends_on: today, created_by: admin.id, created_at: now },
      ...{ published_at: now, starts_at: now, ends_at: new Date(now.getTime() + 86_400_000) },
      // Each has a day of its own, because only two of a day are sent.
      ...{ emails_at: now, email_day: addDays(today, days++), email_place: 1 },
    })
    await world.queue.clear()
    return { id, people }
  },
  act: async (_, app) => {
    await addJob()
    await app.work()
  },
  check: async (scene) => {
    const recipients = (await mailOf(scene)).map(({ recipient_id }) => recipient_id)
    expect(new Set(recipients).size).toBe(recipients.length)
  },
  resume: async () => {
    // In time the queue takes back the jobs of a killed worker, and repeats those that failed.
    await sql`update graphile_worker._private_jobs
      set run_at = now(), locked_at = null, locked_by = null
      where run_at < now() + interval '1 hour'`.execute(db)
    await addJob()
  },
  end: async (scene) => {
    const mails = await mailOf(scene)
    const recipients = mails.map(({ recipient_id }) => recipient_id).toSorted()
    expect(recipients).toEqual(scene.people.map((person) => person.id).toSorted())
    expect(mails.filter(({ sent_at }) => sent_at === null)).toEqual([])
  },
}

test('an app killed at any message of sending an announcement sends each person one email', async () => {
  await killAtEachMessage(world, story)
})
