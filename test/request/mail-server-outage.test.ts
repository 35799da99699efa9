import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { testSite } from '#test/app.ts'
import { freePort } from '#test/free-port.ts'

async function openMailServer(port: number) {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, _session, answer) => {
      received.push(await text(stream))
      answer()
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  return received
}

test('without the mail server everything else works, and all emails are sent later', async () => {
  const port = await freePort()
  const site = await testSite({
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Hemline <hello@shop.example>' },
  })
  const { make, db, clock } = site
  const closet = await make.closet()
  const renter = await make.shopper()
  const rental = await make.rental({ item: await make.item({ closet }), renter })
  const path = `/business/rentals/${rental.id}`
  for (const intent of ['accept', 'deliver', 'record-return', 'approve-condition']) {
    const answer = await site.post(path, { intent }, { as: closet })
    expect(answer.location).toBe(path)
  }
  // In each round one more email fails; the queue keeps them all.
  for (let round = 0; round < 4; round++) {
    await expect(site.drainJobs()).rejects.toThrow()
    clock.advance({ hours: 1 })
  }
  const waiting = await db.selectFrom('mail_outbox').select('sent_at').execute()
  expect(waiting).toHaveLength(4)
  expect(waiting.every(({ sent_at }) => sent_at === null)).toBe(true)

  const received = await openMailServer(port)
  clock.advance({ hours: 12 })
  await site.drainJobs()
  expect(received).toHaveLength(4)
  const ids = received.map((raw) => /^Message-ID:\s*<(.+)@/m.exec(raw)?.[1])
  const steps = ids.map((id) => id?.slice(`rental-${rental.id}-`.length).split('-')[0])
  expect(steps.toSorted()).toEqual(['accept', 'approve', 'deliver', 'record'])
  expect(new Set(ids).size).toBe(4)
})
