import { TextPage } from '#app/components/pages/text-page.tsx'
import { Link } from '#app/ui/link.tsx'
import type { LegalBlock, LegalText, LegalWords } from '#domain/site/legal/legal-text.ts'

/** A legal text in the layout of the text pages; `before` comes under its introduction. */
export function LegalTextView({
  title,
  text,
  before,
}: {
  title: string
  text: LegalText
  before: React.ReactNode
}) {
  return (
    <TextPage
      title={title}
      introduction={
        <>
          <LegalBlocks blocks={text.introduction} />
          {before}
        </>
      }
      parts={text.parts.map(({ id, title, blocks }) => ({
        id,
        title,
        body: <LegalBlocks blocks={blocks} />,
      }))}
    />
  )
}

// A published text does not change, so its order identifies what is in it.
export function LegalBlocks({ blocks }: { blocks: readonly LegalBlock[] }) {
  return blocks.map((block, index) =>
    block.kind === 'list' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
      <ul key={index}>
        {block.points.map((words, point) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
          <li key={point}>
            <Words words={words} />
          </li>
        ))}
      </ul>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
      <p key={index}>
        <Words words={block.words} />
      </p>
    ),
  )
}

function Words({ words }: { words: readonly LegalWords[] }) {
  return words.map(({ text, to }, index) => {
    if (to === null) return text
    return to.startsWith('/') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
      <Link key={index} to={to}>
        {text}
      </Link>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed
      <a key={index} href={to} rel="noopener nofollow">
        {text}
      </a>
    )
  })
}
