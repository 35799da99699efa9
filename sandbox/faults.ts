/** A fault of the next API calls. `drop_*` cuts the connection before or after the call ran. */
type ApiFault = {
  target: 'api'
  kind: 'drop_before' | 'drop_after' | 'status' | 'delay'
  /** Which address: this one and everything below it. */
  path: string
  method?: string
  /** `status`: the answer, which is given without running the call. */
  status: number
  /** `delay`: how late the call runs. */
  milliseconds: number
  times: number
}

/** A fault of the next webhooks. A dropped event is never sent again. */
type WebhookFault = {
  target: 'webhook'
  kind: 'drop' | 'delay' | 'repeat' | 'reorder'
  /** Which event type, or `invoice.*` for all of a kind; every one if not given. */
  type?: string
  /** `delay`: how late it is sent. */
  seconds: number
  /** `repeat`: how often it arrives in all. */
  copies: number
  /** How many events; `reorder` waits until it has so many and sends the last one first. */
  times: number
}

export type Fault = ApiFault | WebhookFault

/** The faults that were asked for and have not happened yet, in this process. */
export type Faults = {
  add(fault: Fault): void
  list(): readonly Fault[]
  clear(): void
  /** The fault of this call, used up. */
  takeForCall(method: string, path: string): ApiFault | undefined
  /** The fault of this event, used up. */
  takeForEvent(type: string): WebhookFault | undefined
  /** The reordering that waits for events of this type. */
  reordering(type: string): WebhookFault | undefined
  remove(fault: Fault): void
}

export function createFaults(): Faults {
  let faults: Fault[] = []
  const remove = (fault: Fault) => {
    faults = faults.filter((other) => other !== fault)
  }
  const use = <F extends Fault>(fault: F | undefined): F | undefined => {
    if (fault) {
      fault.times -= 1
      if (fault.times <= 0) remove(fault)
    }
    return fault
  }
  const ofWebhooks = () => faults.filter((fault) => fault.target === 'webhook')
  const matches = (fault: WebhookFault, type: string) => {
    const wanted = fault.type ?? type
    return wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type
  }
  return {
    add: (fault) => faults.push({ ...fault }),
    list: () => faults,
    clear: () => {
      faults = []
    },
    remove,
    takeForCall: (method, path) =>
      use(
        faults
          .filter((fault) => fault.target === 'api')
          .find(
            (fault) =>
              (fault.method ?? method) === method &&
              (path === fault.path || path.startsWith(`${fault.path}/`)),
          ),
      ),
    takeForEvent: (type) =>
      use(ofWebhooks().find((fault) => fault.kind !== 'reorder' && matches(fault, type))),
    reordering: (type) =>
      ofWebhooks().find((fault) => fault.kind === 'reorder' && matches(fault, type)),
  }
}

/** Thrown into the body of an answer: the server in front then cuts the connection. */
export class ConnectionCut extends Error {
  constructor() {
    super('The sandbox cut the connection, as asked')
    this.name = 'ConnectionCut'
  }
}

/** An answer that breaks off before its first byte. */
export function cutConnection(): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.error(new ConnectionCut())
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}
