import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import { LegalBlocks } from '#app/components/legal/legal-text-view.tsx'
import { TextChanges } from '#app/components/legal/text-changes.tsx'
import { Button } from '#app/ui/button.tsx'
import { Form } from '#app/ui/form.tsx'
import { showCounted } from '#domain/shared/lists/show-counted.ts'
import type { ShownLine } from '#domain/site/legal/compare-texts.ts'
import type { LegalText } from '#domain/site/legal/legal-text.ts'

export type LegalReview = {
  /** The fields of the form, as they will be published. */
  readonly fields: Readonly<Record<string, string>>
  readonly version: number
  /** The version that is in force now. */
  readonly comparedTo: number
  readonly lines: readonly ShownLine[]
  readonly text: LegalText
  readonly summary: string
  /** Null: at once. */
  readonly appliesOn: string | null
  /** People whom the text concerns, counted up to one more than `MAX_COUNTED`. */
  readonly concerned: number
}

export function LegalReviewForm({ review }: { review: LegalReview }) {
  const { fields, version, comparedTo, lines, text, summary, appliesOn, concerned } = review
  const form = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const busy = useNavigation().formMethod === 'POST'
  useEffect(() => {
    // What was typed is lost if this page is left.
    form.current?.dispatchEvent(new Event('input'))
    heading.current?.focus()
  }, [])
  const people = concerned === 1 ? '1 person' : `${showCounted(concerned)} people`
  return (
    <div className="mt-8 grid max-w-3xl gap-10">
      <Form
        method="post"
        ref={form}
        failed="The text could not be published"
        className="grid gap-4 rounded-control border border-line bg-sheet p-5"
      >
        {Object.entries(fields).map(([name, value]) => (
          <textarea key={name} name={name} defaultValue={value} hidden readOnly />
        ))}
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          Publish version {version}?
        </h2>
        <p>
          {appliesOn ? `It applies from ${appliesOn}. From then on, ` : 'It applies at once. '}
          {people} will be asked to agree before they begin anything new. Current rentals continue
          either way. A published version cannot be changed.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button name="intent" value="publish" busy={busy} busyText="Publishing...">
            Publish version {version}
          </Button>
          <Button name="intent" value="edit" kind="secondary">
            Keep editing
          </Button>
        </div>
      </Form>
      <section aria-labelledby="what-is-new">
        <h2 id="what-is-new" className="text-2xl">
          What is new
        </h2>
        <p className="mt-3 whitespace-pre-line wrap-anywhere">{summary}</p>
      </section>
      <section aria-labelledby="changes">
        <h2 id="changes" className="text-2xl">
          Compared with version {comparedTo}
        </h2>
        <TextChanges lines={lines} />
      </section>
      <section aria-labelledby="preview">
        <h2 id="preview" className="text-2xl">
          Preview
        </h2>
        <div className="mt-3 grid gap-3 wrap-anywhere [&_a:not([class])]:text-link [&_ul]:list-disc [&_ul]:pl-5">
          <LegalBlocks blocks={text.introduction} />
          {text.parts.map(({ id, title, blocks }) => (
            <section key={id} className="grid gap-3 border-t border-line pt-5">
              <h3 className="text-xl">{title}</h3>
              <LegalBlocks blocks={blocks} />
            </section>
          ))}
        </div>
      </section>
    </div>
  )
}
