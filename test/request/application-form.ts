import { flatPng } from '#gateways/images/testing/hostile-files.ts'

export const photo = (name: string) =>
  new File([new Uint8Array(flatPng(300, 600))], name, { type: 'image/png' })

/** A form as a browser without our script sends it, files and all. */
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
