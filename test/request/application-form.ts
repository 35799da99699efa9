import type { PersonId } from '#db/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import type { Site } from '#test/app.ts'
import { readRow, readRows } from '#test/postgres/rows.ts'

export const photo = (name: string) =>
  new File([new Uint8Array(flatPng(300, 600))], name, { type: 'image/png' })

/** A form as a browser without our script sends it, with files. */
export function applicationForm(
  city: string,
  more: Readonly<Record<string, string | readonly File[]>> = {},
) {
  const form = new FormData()
  const fields = {
    full_name: 'Nora Quist',
    city,
    state: 'TX',
    instagram: '@noras.rail',
    driving_distance: '15 miles',
    meeting_flexibility: 'Evenings, near the station.',
    contact_phone: '512 555 0100',
    outfit_images: [photo('a.png'), photo('b.png')],
    ...more,
  }
  for (const [name, value] of Object.entries(fields)) {
    for (const one of typeof value === 'string' ? [value] : value) form.append(name, one)
  }
  return form
}

/** The rows and emails that applications on this site have caused. */
export function applicationsOn(site: Site) {
  const { db } = site
  return {
    statusOf: (id: PersonId) =>
      readRow(db, 'user_profiles', ['account_type', 'business_status', 'city', 'state'], id),
    applicationOf: (userId: PersonId) =>
      db
        .selectFrom('business_applications')
        .selectAll()
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow(),
    async mailsTo(email: string) {
      await site.drainJobs()
      const rows = await readRows(db, 'mail_outbox', 'template', { to_address: email }, 'template')
      return rows.map(({ template }) => template)
    },
  }
}
