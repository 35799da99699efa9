import { href } from 'react-router'
import { MAX_JSON_BYTES } from '#app/api/answer.ts'
import { API_DOCUMENT } from '#app/api/api-root.ts'
import { ApiBasics, basics } from '#app/api/page/api-basics.tsx'
import { EndpointSection } from '#app/api/page/endpoint-section.tsx'
import { apiReference, problemReference } from '#app/api/reference.ts'
import { publicMeta } from '#app/components/pages/page-meta.ts'
import { appContext } from '#app/request/contexts.ts'
import { quotaOf } from '#app/request/limits.ts'
import { MAX_API_TOKENS } from '#domain/accounts/tokens/api-token-limits.ts'
import { KEY_HOURS } from '#domain/outbound/idempotency/idempotency.ts'
import type { Route } from './+types/api.ts'

const title = 'Hemline API'
const introduction =
  'Build integrations for shoppers and closets: browse items, manage listings and process rentals.'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, { title, description: introduction, path: href('/api') })

export function loader({ request, context }: Route.LoaderArgs) {
  const origin = context.get(appContext).originOf(request)
  return {
    origin,
    endpoints: apiReference(origin),
    problems: problemReference(),
    numbers: {
      perMinute: quotaOf('api').points,
      keyHours: KEY_HOURS,
      maxTokens: MAX_API_TOKENS,
      maxKilobytes: MAX_JSON_BYTES / 1024,
    },
  }
}

/** Everything about the API on one page; made from the same table that answers it. */
export default function Api({ loaderData }: Route.ComponentProps) {
  const { origin, endpoints, problems, numbers } = loaderData
  const contents = [
    ...basics,
    ...endpoints.map(({ name, summary }) => [name, summary] as const),
    ['reasons', 'All reasons'] as const,
  ]
  return (
    <div className="page-column pt-10 pb-8 sm:pt-16">
      <header>
        <h1>{title}</h1>
        <p className="mt-4 max-w-prose text-lg text-soft">{introduction}</p>
        <p className="mt-3">
          <a href={API_DOCUMENT} className="text-link">
            OpenAPI 3.1 document
          </a>
        </p>
      </header>
      <div className="mt-10 grid gap-x-16 gap-y-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <Contents contents={contents} />
        <div className="min-w-0">
          <ApiBasics origin={origin} numbers={numbers} />
          <h2 className="pb-5 text-[1.75rem]">Endpoints</h2>
          {endpoints.map((endpoint) => (
            <EndpointSection key={endpoint.name} endpoint={endpoint} />
          ))}
          <Reasons problems={problems} />
        </div>
      </div>
    </div>
  )
}

/** Beside the text on a wide screen, folded on a small one. */
function Contents({ contents }: { contents: readonly (readonly [id: string, title: string])[] }) {
  const list = (
    <ul className="grid">
      {contents.map(([id, text]) => (
        <li key={id}>
          <a href={`#${id}`} className="inline-block py-1.5 text-sm text-link">
            {text}
          </a>
        </li>
      ))}
    </ul>
  )
  return (
    <nav aria-label="On this page" className="min-w-0">
      <details className="border-y border-line py-2 lg:hidden">
        <summary className="min-h-11 cursor-pointer py-2.5">On this page</summary>
        {list}
      </details>
      <div className="max-lg:hidden lg:sticky lg:top-[calc(var(--header-height)+2rem)] lg:max-h-[calc(100vh-var(--header-height)-4rem)] lg:overflow-y-auto">
        {list}
      </div>
    </nav>
  )
}

type Problems = Route.ComponentProps['loaderData']['problems']

function Reasons({ problems }: { problems: Problems }) {
  return (
    <section aria-labelledby="reasons" className="border-t border-line pt-9">
      <h2 id="reasons" className="scroll-mt-[calc(var(--header-height)+2rem)] text-2xl">
        All reasons
      </h2>
      <dl className="mt-4 grid gap-x-8 text-sm sm:grid-cols-2">
        {problems.map(({ reason, status, title: text }) => (
          <div
            key={reason}
            id={reason}
            className="scroll-mt-[calc(var(--header-height)+2rem)] py-2"
          >
            <dt className="font-mono">
              {status} {reason}
            </dt>
            <dd className="text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
