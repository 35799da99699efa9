import type { PersonId } from '#db/ids.ts'
import { TooBusy } from '#domain/shared/lists/bounded-queue.ts'

const MB = 1024 * 1024

/** Bodies that arrive or wait for their turn, in number and in bytes. */
type Share = { readonly bodies: number; readonly bytes: number }

/** In each process. */
const ALL: Share = { bodies: 400, bytes: 640 * MB }
/** Many people can be behind one address. */
const PER_NETWORK: Share = { bodies: 150, bytes: 420 * MB }
/** Enough for the largest file of listings. */
const PER_PERSON: Share = { bodies: 6, bytes: 256 * MB }
/** Enough for the largest form with photos. */
const PER_UNCONFIRMED: Share = { bodies: 2, bytes: 136 * MB }

const MAX_WAITING = 600
const MAX_WAITING_PER_PERSON = 30
const WAIT_MILLISECONDS = 20_000

/** Who sends a body. */
export type Sender = {
  readonly personId: PersonId
  readonly isConfirmed: boolean
  /** Of the client's address. */
  readonly network: string
}

/** One body's part of the shares. */
export type Place = {
  /** False when one of the shares would be exceeded. */
  readonly takes: (bytes: number) => boolean
  readonly leave: () => void
}

type Held = { bodies: number; bytes: number }
const ONE: Held = { bodies: 1, bytes: 0 }
type Waiting = { readonly sender: Sender; readonly begin: () => void }

const held = new Map<string, Held>()
const waiting = new Set<Waiting>()

/**
 * A place for a body, as soon as its sender has a share left; until then nothing of it is taken from the
 * network.
 * @throws TooBusy when it would wait too long
 */
export async function placeFor(sender: Sender): Promise<Place> {
  if (hasRoom(sender, ONE)) add(sender, ONE)
  else await turn(sender)
  let own = 0
  return {
    takes: (bytes) => {
      if (!hasRoom(sender, { bodies: 0, bytes })) return false
      add(sender, { bodies: 0, bytes })
      own += bytes
      return true
    },
    leave: () => {
      add(sender, { bodies: -1, bytes: -own })
      const next = [...waiting].find((other) => hasRoom(other.sender, ONE))
      next?.begin()
    },
  }
}

function sharesOf({
  personId,
  isConfirmed,
  network,
}: Sender): readonly (readonly [string, Share])[] {
  return [
    ['all', ALL],
    [`network ${network}`, PER_NETWORK],
    [`person ${personId}`, isConfirmed ? PER_PERSON : PER_UNCONFIRMED],
  ]
}

function hasRoom(sender: Sender, { bodies, bytes }: Held): boolean {
  return sharesOf(sender).every(([key, share]) => {
    const { bodies: heldBodies = 0, bytes: heldBytes = 0 } = held.get(key) ?? {}
    return heldBodies + bodies <= share.bodies && heldBytes + bytes <= share.bytes
  })
}

function add(sender: Sender, { bodies, bytes }: Held): void {
  for (const [key] of sharesOf(sender)) {
    const sum = held.get(key) ?? { bodies: 0, bytes: 0 }
    sum.bodies += bodies
    sum.bytes += bytes
    if (sum.bodies === 0) held.delete(key)
    else held.set(key, sum)
  }
}

function turn(sender: Sender): Promise<void> {
  const own = [...waiting].filter((other) => other.sender.personId === sender.personId)
  if (waiting.size >= MAX_WAITING || own.length >= MAX_WAITING_PER_PERSON)
    throw new TooBusy('too many bodies are waiting')
  return new Promise((resolve, reject) => {
    const one: Waiting = {
      sender,
      begin: () => {
        clearTimeout(timer)
        waiting.delete(one)
        add(sender, ONE)
        resolve()
      },
    }
    const timer = setTimeout(() => {
      waiting.delete(one)
      reject(new TooBusy(`waited ${WAIT_MILLISECONDS} ms`))
    }, WAIT_MILLISECONDS)
    waiting.add(one)
  })
}
