import type { ShownEndpoint, ShownField } from '#app/api/reference.ts'
import { CodeBlock } from './code-block.tsx'

/** One endpoint: what it does, what it takes, an example request and its answer. */
export function EndpointSection({ endpoint }: { endpoint: ShownEndpoint }) {
  const { name, method, path, summary, text, scope, parameters, fields, refusals } = endpoint
  return (
    <section
      aria-labelledby={name}
      className="grid gap-x-10 gap-y-5 border-t border-line py-9 xl:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
    >
      <div className="min-w-0">
        <h3 id={name} className="scroll-mt-[calc(var(--header-height)+2rem)] text-xl leading-snug">
          {summary}
        </h3>
        <p className="mt-2 font-mono text-sm break-all">
          <span className="font-medium text-primary-700">{method}</span> {path}
        </p>
        {text && <p className="mt-3">{text}</p>}
        <p className="mt-3 text-sm text-soft">
          {scope ? (
            <>
              Scope: <code className="font-mono">{scope}</code>
            </>
          ) : (
            'Works with any token.'
          )}
        </p>
        <Fields title="Parameters" fields={parameters} />
        <Fields title="Body" fields={fields} />
        {refusals.length > 0 && (
          <p className="mt-4 text-sm">
            Can be refused because of{' '}
            {refusals.map((reason, index) => (
              <span key={reason}>
                {index > 0 && ', '}
                <a href={`#${reason}`} className="font-mono text-link">
                  {reason}
                </a>
              </span>
            ))}
            .
          </p>
        )}
      </div>
      <div className="min-w-0">
        <CodeBlock label={`Request: ${summary}`}>{endpoint.curl}</CodeBlock>
        <p className="mt-3 mb-2 font-mono text-sm text-soft">{endpoint.status}</p>
        {endpoint.answer && (
          <CodeBlock label={`Response: ${summary}`} short>
            {endpoint.answer}
          </CodeBlock>
        )}
      </div>
    </section>
  )
}

function Fields({ title, fields }: { title: string; fields: readonly ShownField[] }) {
  if (fields.length === 0) return null
  return (
    <>
      <h4 className="mt-5 text-sm font-medium">{title}</h4>
      <dl className="mt-1 divide-y divide-line text-sm">
        {fields.map(({ name, type, isRequired, text }) => (
          <div key={name} className="py-2">
            <dt>
              <code className="font-mono">{name}</code>{' '}
              {isRequired && <span className="text-primary-700">required</span>}
            </dt>
            <dd className="text-soft wrap-anywhere">
              {type}
              {text && `. ${text}`}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
