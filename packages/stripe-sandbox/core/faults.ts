/** A fault of the next API calls. `drop_*` cuts the connection before or after the call. */
type ApiFault = {
  target: 'api'
  kind: 'drop_before' | 'drop_after' | 'status' | 'delay'
  /** This path and everything below it. */
  path: string
  method?: string
  /** `status`: the response, sent without executing the call. */
  status: number
  /** `delay`: how long the call is delayed. */
  milliseconds: number
  times: number
}

/** A fault of the next webhooks. A dropped event is never resent. */
type WebhookFault = {
  target: 'webhook'
  kind: 'drop' | 'delay' | 'repeat' | 'reorder'
  /** The event type, or `invoice.*` for a group; all events if omitted. */
  type?: string
  /** `delay`: how long sending is delayed. */
  seconds: number
  /** `repeat`: how often it is delivered in total. */
  copies: number
  /** The number of events; `reorder` collects that many and sends the last one first. */
  times: number
}

export type Fault = ApiFault | WebhookFault

/** The requested faults that have not happened yet, in this process. */
export type Faults = {
  add(fault: Fault): void
  list(): readonly Fault[]
  clear(): void
  /** Takes the fault for this call, which is then used up. */
  takeForCall(method: string, path: string): ApiFault | undefined
  /** Takes the fault for this event, which is then used up. */
  takeForEvent(type: string): WebhookFault | undefined
  /** The reordering that collects events of this type. */
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

/** Thrown into the body of a response, so that the server cuts the connection. */
export class ConnectionCut extends Error {
  constructor() {
    super('The sandbox cut the connection, as asked')
    this.name = 'ConnectionCut'
  }
}

/** A response that is cut before its first byte. */
export function cutConnection(): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.error(new ConnectionCut())
    },
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}
