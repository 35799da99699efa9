import { expect, test } from 'vitest'
import type { Person } from '#domain/shared/actors.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import { testSite } from '#test/app.ts'
import { overSockets, type Sending } from '#test/disconnecting.ts'

const site = await testSite()
const { make } = site

type Sockets = Awaited<ReturnType<typeof overSockets>>

/** Opens requests that send the head of a part, and then nothing more. */
async function trickle({ begin }: Sockets, sendings: readonly Sending[]) {
  const opened: Awaited<ReturnType<Sockets['begin']>>['sent'][] = []
  for (const sending of sendings) {
    const { sent, body } = await begin(sending)
    await new Promise<void>((resolve) => sent.write(body?.subarray(0, 200), () => resolve()))
    opened.push(sent)
  }
  return () => {
    for (const sent of opened) sent.destroy()
  }
}

async function statusOf({ begin }: Sockets, sending: Sending) {
  const { sent, body } = await begin(sending)
  return await new Promise<number>((resolve, reject) => {
    sent.on('response', (answer) => resolve(answer.statusCode ?? 0))
    sent.on('error', reject)
    sent.end(body)
  })
}

const photo = () => new File([new Uint8Array(flatPng(400, 800))], 'a.png')

function upload(as: Person): Sending {
  const form = new FormData()
  form.append('use', 'message')
  form.append('file', photo())
  return { path: '/uploads', as, form }
}

function listings(as: Person): Sending {
  const form = new FormData()
  form.append('listings', new File([`sku,title\nA-1,Gown${' '.repeat(500)}`], 'spring.csv'))
  return { path: '/business/imports', as, form }
}

test.for([
  ['confirmed', true],
  ['new', false],
] as const)('sixty trickling uploads of ten %s accounts hold up nobody', async ([
  _kind,
  email_verified,
]) => {
  const sockets = await overSockets(site)
  const people = []
  for (let n = 0; n < 10; n++) people.push(await make.shopper({ email_verified }))
  const sendings = people.flatMap((as) => Array.from({ length: 6 }, () => upload(as)))
  const end = await trickle(sockets, sendings)
  const status = await statusOf(sockets, upload(await make.shopper()))
  end()
  // Without a place of their own, it would be refused after 20 seconds.
  expect(status).toBe(200)
})

test('two trickling files of listings do not hold up a third one', async () => {
  const sockets = await overSockets(site)
  const end = await trickle(sockets, [listings(await make.closet()), listings(await make.closet())])
  const status = await statusOf(sockets, listings(await make.closet()))
  end()
  expect(status).toBe(302)
})
