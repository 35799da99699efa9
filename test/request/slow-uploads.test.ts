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

/** The status, and after how many milliseconds. */
async function ask({ begin }: Sockets, sending: Sending) {
  const beganAt = performance.now()
  const { sent, body } = await begin(sending)
  const status = await new Promise<number>((resolve, reject) => {
    sent.on('response', (answer) => resolve(answer.statusCode ?? 0))
    sent.on('error', reject)
    sent.end(body)
  })
  return { status, milliseconds: Math.round(performance.now() - beganAt) }
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
  [true, 'confirmed'],
  [false, 'new'],
] as const)('sixty trickling uploads of ten %s accounts hold up nobody', async ([
  email_verified,
]) => {
  const sockets = await overSockets(site)
  const people = []
  for (let n = 0; n < 10; n++) people.push(await make.shopper({ email_verified }))
  const sendings = people.flatMap((as) => Array.from({ length: 6 }, () => upload(as)))
  const end = await trickle(sockets, sendings)
  const answer = await ask(sockets, upload(await make.shopper()))
  end()
  // Without a place of their own, it would be refused after 20 seconds.
  expect(answer.status).toBe(200)
})

test('two trickling files of listings do not hold up a third one', async () => {
  const sockets = await overSockets(site)
  const end = await trickle(sockets, [listings(await make.closet()), listings(await make.closet())])
  const answer = await ask(sockets, listings(await make.closet()))
  end()
  expect(answer.status).toBe(302)
})
