import type { ReactNode } from 'react'
import { Badge } from '#app/ui/badge.tsx'
import { classNames } from '#app/ui/class-names.ts'
import type { AboutBlock, SiteFigures } from '#domain/site/about/about.ts'
import { Figures } from './figures.tsx'
import { Founders } from './founders.tsx'

type Heading = 'h1' | 'h2'

type AboutBlockProps = {
  block: AboutBlock
  figures: SiteFigures | null
  heading: Heading
  /** The controls for admins. */
  tools?: ReactNode
}

/** A block of the about page in the layout of its kind; a hidden one is dimmed and labelled. */
export function AboutBlockView({ block, figures, heading, tools }: AboutBlockProps) {
  return (
    <div className={classNames('relative', !block.isActive && 'bg-sand')}>
      {tools}
      {!block.isActive && (
        <p className="page-column pt-4">
          <Badge>Hidden from visitors</Badge>
        </p>
      )}
      <div className={block.isActive ? undefined : 'opacity-70'}>
        <Layout block={block} figures={figures} heading={heading} />
      </div>
    </div>
  )
}

function Layout({ block, figures, heading: Title }: AboutBlockProps) {
  const { section, title, text, founders } = block
  switch (section) {
    case 'hero':
      return (
        <section className="page-column pt-14 pb-16 sm:pt-24 sm:pb-28">
          <Title className="max-w-[14ch] text-[clamp(3rem,1.2rem+7.5vw,7.5rem)] leading-[0.98] tracking-[-0.025em]">
            {title}
          </Title>
          <div className="mt-8 gap-x-10 sm:mt-12 lg:grid lg:grid-cols-3">
            <Paragraphs
              text={text}
              className="max-w-[46ch] text-xl leading-relaxed text-soft lg:col-span-2 lg:col-start-2"
            />
          </div>
        </section>
      )
    case 'mission':
      return (
        <section className="bg-ink text-paper">
          <div className="page-column grid gap-x-10 gap-y-6 py-16 sm:py-28 lg:grid-cols-3">
            <Title className="text-[1.375rem] leading-snug text-line sm:text-2xl">{title}</Title>
            <Paragraphs
              text={text}
              className="max-w-[34ch] font-heading text-[clamp(1.5rem,1.1rem+1.7vw,2.5rem)] leading-[1.28] text-balance lg:col-span-2"
            />
          </div>
        </section>
      )
    case 'founders':
      return (
        <section className="page-column grid gap-x-10 gap-y-6 py-16 sm:py-24 lg:grid-cols-3">
          <Title>{title}</Title>
          <div className="lg:col-span-2">
            <Paragraphs text={text} className="max-w-[52ch] text-lg leading-relaxed" />
            <Founders founders={founders} />
          </div>
        </section>
      )
    case 'story':
      return (
        <section className="page-column">
          <div className="grid gap-x-10 gap-y-6 border-t border-line py-16 sm:py-24 lg:grid-cols-3">
            <Title>{title}</Title>
            <Paragraphs
              text={text}
              className="max-w-[58ch] text-lg leading-relaxed lg:col-span-2"
            />
          </div>
        </section>
      )
    case 'stats':
      return (
        <section className="page-column">
          <div className="border-t border-line py-16 sm:py-24">
            <div className="grid gap-x-10 gap-y-3 lg:grid-cols-3">
              <Title>{title}</Title>
              <Paragraphs text={text} className="max-w-[52ch] text-lg text-soft lg:col-span-2" />
            </div>
            {figures && <Figures figures={figures} />}
          </div>
        </section>
      )
  }
}

/** Paragraphs are separated by blank lines. */
function Paragraphs({ text, className }: { text: string; className: string }) {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '')
  return (
    <div className={classNames('grid gap-[1em]', className)}>
      {paragraphs.map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text have no other key
        <p key={index} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
    </div>
  )
}
