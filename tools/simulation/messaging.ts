import type { PersonId } from '#db/ids.ts'
import { block, unblock } from '#domain/care/blocks/blocks.ts'
import { markRead } from '#domain/care/messages/mark-read.ts'
import { type Sent, sendMessage } from '#domain/care/messages/messages.ts'
import { withdrawMessage } from '#domain/care/messages/withdraw-message.ts'
import { asShopper, type Person, type Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import * as messages from './model/messages.ts'
import type { Item } from './model/state.ts'
import { type Action, expectOutcome, note, type Simulation, someone } from './simulation.ts'

function writer({ id, accountType }: Person): messages.Writer {
  return { id, isAdmin: accountType === 'admin' }
}

function listerOf(
  { world, random }: Simulation,
  { item }: messages.Conversation,
): Person | undefined {
  if (!item.earns) return random.pick([world.admin, world.otherAdmin])
  return world.closets.find(({ id }) => id === item.lister)
}

/** A shopper asks about an item. */
export const ask: Action = async (play) => {
  const { model, random } = play
  const retired = model.items.filter((one) => one.retired)
  const item = random.one(retired.length > 0 && random.oneIn(4) ? retired : model.items)
  return item ? await write(play, someone(play), { item }) : null
}

/** Writes about an item, as a shopper who has done so before if there is one. */
export async function writeAbout(play: Simulation, item: Item): Promise<void> {
  const { world, model, random } = play
  const known = random.one(model.conversations.filter((one) => one.item === item))
  const shopper = world.people.find(({ id }) => id === known?.shopper) ?? someone(play)
  await write(play, shopper, { item })
}

/** One side answers in a conversation, or a stranger tries to. */
export const answer: Action = async (play) => {
  const { world, model, random } = play
  const conversation = random.one(model.conversations.slice(-12))
  if (!conversation) return null
  const shopper = world.people.find(({ id }) => id === conversation.shopper)
  const own = random.oneIn(2) ? shopper : listerOf(play, conversation)
  const strangers = [someone(play), world.otherAdmin, random.pick(world.closets)]
  const who = random.oneIn(10) ? random.one<Person>(strangers) : own
  return who ? await write(play, who, { conversation }) : null
}

type To = Parameters<typeof messages.whyNotSend>[1]

/** Sends a message; sometimes the form is posted twice at once or again later. */
async function write(play: Simulation, who: Person, to: To): Promise<[]> {
  const { world, model, random } = play
  const known = messages.conversationFor(model, to, writer(who))
  const own = model.messages.filter(
    (one) => one.conversation === known && one.writer === who.id && !one.isWithdrawn,
  )
  const before = random.oneIn(8) ? random.one(own) : undefined
  const usual = random.pick(['Is it lined?', 'It is silk.', 'Thank you.'])
  const body = before?.body ?? (random.oneIn(10) ? random.pick([' ', 'o'.repeat(2001)]) : usual)
  const key = before?.key ?? newId()
  note(play, `${who.id} writes about ${('item' in to ? to.item : to.conversation.item).id}`)
  const target = 'item' in to ? { itemId: to.item.id } : { conversationId: to.conversation.id }
  const message = { to: target, body, imageIds: [], requestKey: key as never }
  const send = () => sendMessage(world.db, who, message, world.clock.now())
  const answers = random.oneIn(4) ? await Promise.all([send(), send()]) : [await send()]
  const content = { body, key }
  const expected = messages.whyNotSend(model, to, writer(who), content)
  for (const [place, one] of answers.entries())
    expectOutcome(play, place === 0 && !before ? 'message' : 'message again', one, expected)
  const sent = answers.flatMap((one): readonly Sent[] => (one.ok ? [one.value] : []))
  if (new Set(sent.map(({ messageId }) => messageId)).size > 1)
    throw new Error(`a message was sent ${sent.length} times`)
  const isNew = !model.messages.some((one) => one.key === key)
  if (sent[0] && isNew) messages.send(model, to, writer(who), content, sent[0])
  return []
}

/** One side has read messages, not always up to the last one. */
export const readSome: Action = async (play) => {
  const { world, model, random } = play
  const conversation = random.one(model.conversations.slice(-12))
  if (!conversation) return null
  const all = random.oneIn(8) ? model.messages : messages.messagesOf(model, conversation)
  const seen = random.oneIn(2) ? all.at(-1) : random.one(all)
  const shopper = world.people.find(({ id }) => id === conversation.shopper)
  const own = random.oneIn(2) ? shopper : listerOf(play, conversation)
  const who = random.oneIn(10) ? someone(play) : own
  if (!seen || !who) return null
  note(play, `${who.id} reads ${conversation.id}`)
  const ask = { conversationId: conversation.id, seenId: seen.id }
  const expected = messages.read(conversation, writer(who), seen)
  expectOutcome(play, 'read messages', await markRead(world.db, who, ask), expected)
  return []
}

export const withdrawOne: Action = async (play) => {
  const { world, model, random } = play
  const message = random.one(model.messages.slice(random.oneIn(2) ? -1 : -10))
  const people = [...world.people, ...world.closets, world.admin, world.otherAdmin]
  const own = people.find(({ id }) => id === message?.writer)
  const who = random.oneIn(8) ? someone(play) : own
  if (!message || !who) return null
  note(play, `${who.id} withdraws ${message.id}`)
  const answered = await withdrawMessage(world.db, who, message.id, world.clock.now())
  expectOutcome(play, 'withdraw message', answered, messages.withdraw(model, message, who.id))
  return []
}

function peopleIn({ world }: Simulation): readonly Shopper[] {
  return [...world.people, ...world.closets.flatMap((one) => asShopper(one) ?? [])]
}

/** A closet or a shopper blocks the other, usually for a short time. */
export const blockOne: Action = async (play) => {
  const { world, model, random } = play
  const pair = random.one([...model.blocks])
  if (pair && !random.oneIn(model.blocks.size + 1)) {
    const [blocker, blocked] = pair.split(' ') as [PersonId, PersonId]
    const who = peopleIn(play).find(({ id }) => id === blocker)
    if (!who) return null
    note(play, `${blocker} unblocks ${blocked}`)
    await unblock(world.db, who, blocked)
    model.blocks.delete(pair)
    return []
  }
  const who = random.one(random.oneIn(2) ? world.people : peopleIn(play))
  const isCloset = world.closets.some(({ id }) => id === who?.id)
  const usual = random.one<Person>(isCloset ? world.people : world.closets)
  const other = random.oneIn(8) ? random.one<Person | undefined>([who, world.admin]) : usual
  if (!who || !other) return null
  note(play, `${who.id} blocks ${other.id}`)
  const answered = await block(world.db, who, other.id, world.clock.now())
  expectOutcome(
    play,
    'block person',
    answered,
    messages.block(model, who.id, other.id, world.admin.id),
  )
  const own = model.items.filter(({ lister }) => lister === who.id || lister === other.id)
  const shopper = world.people.find(({ id }) => id === who.id || id === other.id)
  const item = random.one(own)
  if (item && shopper && random.oneIn(2)) await write(play, shopper, { item })
  return []
}
