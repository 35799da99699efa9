import type { Fault, Faults } from '#sandbox/core/faults.ts'
import { parseForm } from '#sandbox/core/form-encoding.ts'
import { fields, integer, oneOf, text } from './params.ts'

const readApiFault = fields(
  {
    target: oneOf('api'),
    kind: oneOf('drop_before', 'drop_after', 'status', 'delay'),
    path: text(),
    method: oneOf('GET', 'POST', 'DELETE'),
    status: integer(400, 599),
    milliseconds: integer(0, 60_000),
    times: integer(1, 1000),
  },
  ['kind', 'path'],
)

const readWebhookFault = fields(
  {
    target: oneOf('webhook'),
    kind: oneOf('drop', 'delay', 'repeat', 'reorder'),
    type: text(),
    seconds: integer(0, 86_400),
    copies: integer(2, 20),
    times: integer(1, 1000),
  },
  ['target', 'kind'],
)

/**
 * `/sandbox/faults`: POST adds a fault (a form, or flat JSON), GET lists the pending ones, DELETE
 * removes them. A fault without `target` applies to the API.
 */
export async function answerFaultRequest(request: Request, faults: Faults): Promise<Response> {
  if (request.method === 'DELETE') faults.clear()
  if (request.method === 'POST') faults.add(readFault(await request.text()))
  return Response.json({ faults: faults.list() })
}

function readFault(body: string): Fault {
  const form = parseForm(body.startsWith('{') ? formOfJson(body) : body)
  if (form.target === 'webhook') {
    return { seconds: 0, copies: 2, times: 1, ...readWebhookFault(form, '') }
  }
  const fault = readApiFault(form, '')
  return { status: 500, milliseconds: 0, times: 1, ...fault, target: 'api' }
}

function formOfJson(body: string): string {
  const parsed: unknown = JSON.parse(body)
  const entries = Object.entries(parsed ?? {}).map(([name, value]) => [name, String(value)])
  return new URLSearchParams(entries).toString()
}
