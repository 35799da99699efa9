import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '#test/self-signed.ts'
import { checkMailServer } from './check-mail-server.ts'
import { smtpTransport } from './smtp.ts'
import { MailRefused } from './transport.ts'

type Received = { readonly to: string[]; readonly raw: string }

async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, answer) => {
      const to = session.envelope.rcptTo.map(({ address }) => address)
      text(stream).then(
        (raw) => {
          received.push({ to, raw })
          answer()
        },
        // The client left within the message.
        answer,
      )
    },
    ...options,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const stop = () => new Promise<void>((resolve) => server.close(resolve))
  onTestFinished(stop)
  return { received, url: `smtp://127.0.0.1:${port}`, stop }
}

const from = 'Hemline <hello@shop.example>'

function transportTo(url: string) {
  const transport = smtpTransport({ url, from })
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
  await expect(checkMailServer({ url: overNetwork, from })).rejects.toMatchObject(refusal)
  expect(passwords).toEqual([])
  await transportTo(overNetwork.replace('shop:secret@', '')).send(message)
  for (const allowed of [withPassword, `${overNetwork}?requireTLS=false`]) {
    await transportTo(allowed).send(message)
    await checkMailServer({ url: allowed, from })
  }
  expect(passwords).toEqual(['secret', 'secret', 'secret', 'secret'])
})

const refusing = (responseCode: number) => Object.assign(new Error('refused'), { responseCode })

test('a refusal of our account or sender is retried, at each step', async () => {
  for (const code of [530, 535, 538, 550, 553]) {
    const { url } = await mailServer({
      onMailFrom: (_address, _session, answer) => answer(refusing(code)),
    })
    const error = await transportTo(url)
      .send(message)
      .catch((error: unknown) => error)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(MailRefused)
    await expect(checkMailServer({ url, from })).rejects.toMatchObject({ responseCode: code })
  }
  const { url } = await mailServer({
    onRcptTo: (_address, _session, answer) => answer(refusing(530)),
  })
  await expect(transportTo(url).send(message)).rejects.not.toBeInstanceOf(MailRefused)
})

test('a refusal of the content is a permanent failure', async () => {
  const { url } = await mailServer({
    onData: (stream, _session, answer) => {
      stream.resume().on('end', () => answer(refusing(554)))
    },
  })
  await expect(transportTo(url).send(message)).rejects.toBeInstanceOf(MailRefused)
})

test('the check names the sender, needs no mailbox and delivers nothing', async () => {
  const senders: string[] = []
  const { url, received, stop } = await mailServer({
    onMailFrom: ({ address }, _session, answer) => {
      senders.push(address)
      answer()
    },
  })
  await checkMailServer({ url, from })
  expect(senders).toEqual(['hello@shop.example'])
  await stop()
  expect(received).toEqual([])
  const withoutMailbox = await mailServer({
    onRcptTo: (_address, _session, answer) => answer(refusing(550)),
  })
  await checkMailServer({ url: withoutMailbox.url, from })
})

test('the server is greeted with a name, never with an address', async () => {
  const names: string[] = []
  const { url } = await mailServer({
    onMailFrom: (_address, session, answer) => {
      names.push(session.hostNameAppearsAs)
      answer()
    },
  })
  await transportTo(url).send(message)
  await checkMailServer({ url, from })
  const name = hostname().includes('.') ? hostname() : 'shop.example'
  expect(names).toEqual([name, name])
})

test('a self-signed certificate is accepted from this machine alone', async () => {
  const { url, received } = await mailServer({ disabledCommands: [], ...selfSigned() })
  await transportTo(url).send(message)
  await checkMailServer({ url, from })
  expect(received).toHaveLength(1)
  const overNetwork = url.replace('127.0.0.1', '0.0.0.0')
  await expect(transportTo(overNetwork).send(message)).rejects.toMatchObject({ code: 'ESOCKET' })
})
