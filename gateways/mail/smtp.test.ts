import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { checkMailServer, smtpTransport } from './smtp.ts'
import { MailRefused } from './transport.ts'

type Received = { readonly to: string[]; readonly raw: string }

async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, session, answer) => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      received.push({ to, raw: await text(stream) })
      answer()
    },
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(resolve))
  onTestFinished(stop)
  return { received, url: `smtp://127.0.0.1:${port}`, stop }
}

function transportTo(url: string) {
  const transport = smtpTransport({ url, from: 'Hemline <hello@shop.example>' })
  onTestFinished(() => transport.close())
  return transport
}

const message = {
  messageId: '0190-abc',
  to: 'zoe@example.test',
  subject: 'Grüße aus dem Kleiderschrank 👗',
  text: 'Plain words.',
  html: '<p>Words</p>',
}

test('a message arrives with its sender, both bodies and the Message-ID it was queued with', async () => {
  const { url, received } = await mailServer()
  await transportTo(url).send(message)
  expect(received).toHaveLength(1)
  const [{ to, raw } = { to: [], raw: '' }] = received
  expect(to).toEqual(['zoe@example.test'])
  expect(raw).toContain('Message-ID: <0190-abc@shop.example>')
  expect(raw).toContain('From: Hemline <hello@shop.example>')
  expect(raw).toContain('Plain words.')
  expect(raw).toContain('<p>Words</p>')
})

test('no subject or address can add a recipient or a header', async () => {
  const { url, received } = await mailServer()
  const transport = transportTo(url)
  await transport.send({ ...message, subject: 'Hi\r\nBcc: all@example.test\r\n\r\nBody' })
  await transport.send({ ...message, to: 'a@example.test, b@example.test' }).catch(() => {})
  await transport.send({ ...message, to: 'a@example.test\r\nBcc: c@example.test' }).catch(() => {})
  for (const { to, raw } of received) {
    expect(to).toHaveLength(1)
    expect(raw).not.toMatch(/^Bcc:/im)
  }
  expect(received.flatMap(({ to }) => to)).not.toContain('c@example.test')
})

test('an unknown recipient is a permanent failure', async () => {
  const { url } = await mailServer({
    onRcptTo: (_address, _session, answer) =>
      answer(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
  })
  await expect(transportTo(url).send(message)).rejects.toBeInstanceOf(MailRefused)
})

test('a temporary refusal, or an unreachable server, is retried later', async () => {
  const { url, stop } = await mailServer({
    onRcptTo: (_address, _session, answer) =>
      answer(Object.assign(new Error('come back later'), { responseCode: 451 })),
  })
  const transport = transportTo(url)
  const putOff = await transport.send(message).catch((error: unknown) => error)
  expect(putOff).toBeInstanceOf(Error)
  expect(putOff).not.toBeInstanceOf(MailRefused)
  await stop()
  const gone = await transport.send(message).catch((error: unknown) => error)
  expect(gone).toBeInstanceOf(Error)
  expect(gone).not.toBeInstanceOf(MailRefused)
})

test('a password is sent over a network only with TLS, unless the URL allows it', async () => {
  const passwords: unknown[] = []
  const { url } = await mailServer({
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, answer) => {
      passwords.push(password)
      answer(null, { user: username ?? '' })
    },
  })
  const withPassword = url.replace('//', '//shop:secret@')
  // An address of this machine that does not count as local.
  const overNetwork = withPassword.replace('127.0.0.1', '0.0.0.0')
  const refusal = { code: 'ETLS', message: expect.stringContaining('STARTTLS') }
  const refused = await transportTo(overNetwork)
    .send(message)
    .catch((error: unknown) => error)
  expect(refused).toMatchObject(refusal)
  expect(refused).not.toBeInstanceOf(MailRefused)
  await expect(checkMailServer(overNetwork)).rejects.toMatchObject(refusal)
  expect(passwords).toEqual([])
  await transportTo(overNetwork.replace('shop:secret@', '')).send(message)
  for (const allowed of [withPassword, `${overNetwork}?requireTLS=false`]) {
    await transportTo(allowed).send(message)
    await checkMailServer(allowed)
  }
  expect(passwords).toEqual(['secret', 'secret', 'secret', 'secret'])
})
