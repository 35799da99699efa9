import { useNavigation } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Form } from '#app/ui/form.tsx'
import type { LoggedDelivery } from '#domain/outbound/webhooks/delivery-log.ts'
import { deliveryState, PROBLEM_WORDS } from './webhook-words.ts'

/** A delivery with its times in words. */
export type ShownDelivery = Omit<LoggedDelivery, 'at' | 'nextAt' | 'lastTryAt' | 'eventId'> & {
  readonly at: string
  readonly nextAt: string | null
  /** Waiting, and due already. */
  readonly isDue: boolean
}

type DeliveryListProps = { deliveries: readonly ShownDelivery[]; canSend: boolean }

/** What was sent to an endpoint, newest first. */
export function DeliveryList({ deliveries, canSend }: DeliveryListProps) {
  return (
    <ul aria-label="Deliveries" className="mt-4 border-t border-line">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="border-b border-line py-4">
          <Delivery delivery={delivery} canSend={canSend} />
        </li>
      ))}
    </ul>
  )
}

function Delivery({ delivery, canSend }: { delivery: ShownDelivery; canSend: boolean }) {
  const [label, kind] = deliveryState(delivery)
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-mono text-[0.875rem] break-all">{delivery.type}</span>
            <Badge kind={kind}>{label}</Badge>
          </p>
          <Facts className="mt-1 text-sm text-soft tabular-nums">
            {delivery.at}
            {triesInWords(delivery)}
          </Facts>
          <Facts className="mt-1 text-sm">
            {delivery.lastProblem && PROBLEM_WORDS[delivery.lastProblem]}
            {delivery.lastStatus !== null && `HTTP ${delivery.lastStatus}`}
          </Facts>
          {delivery.nextAt && !delivery.isDue && delivery.tries > 0 && (
            <p className="mt-1 text-sm text-soft tabular-nums">Next attempt: {delivery.nextAt}</p>
          )}
        </div>
        {canSend && !delivery.isDue && <SendAgain delivery={delivery} />}
      </div>
      <details className="mt-1 text-sm">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-link md:min-h-8">
          Payload<span className="sr-only"> of {nameOf(delivery)}</span>
        </summary>
        <pre className="mt-1 border border-line bg-sheet p-4 text-xs leading-relaxed whitespace-pre-wrap break-words">
          {JSON.stringify(JSON.parse(delivery.body), null, 2)}
        </pre>
      </details>
    </>
  )
}

function SendAgain({ delivery }: { delivery: ShownDelivery }) {
  const { formData } = useNavigation()
  const busy = formData?.get('delivery') === delivery.id
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="send-again" />
      <input type="hidden" name="delivery" value={delivery.id} />
      <Button
        kind="secondary"
        size="small"
        className="max-md:min-h-11"
        busy={busy}
        busyText="Sending..."
      >
        Send again<span className="sr-only">: {nameOf(delivery)}</span>
      </Button>
    </Form>
  )
}

const nameOf = ({ type, at }: ShownDelivery) => `${type}, ${at}`

function triesInWords({ tries, isDue }: ShownDelivery): string {
  if (tries === 0) return isDue ? 'being sent' : 'not sent'
  return tries === 1 ? '1 attempt' : `${tries} attempts`
}
