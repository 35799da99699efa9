import { useEffect, useRef, useState } from 'react'
import { href, useFetcher } from 'react-router'
import type {
  EditablePage,
  HomeSection as SectionView,
} from '#app/components/home/section-types.ts'
import type { DraftSection } from '#domain/site/home/home-draft.ts'
import type { Sections } from './draft-changes.ts'
import type { EditorAnswer } from './editor-answer.ts'

// Reloading the page would lose the draft when the connection or the session is lost.
export const ACTION = {
  method: 'post',
  action: href('/admin/home-page'),
  defaultShouldRevalidate: false,
} as const

type Views = {
  /**
   * By the content of a section; null when visitors would see nothing. Undo finds them again here.
   */
  readonly known: ReadonlyMap<string, SectionView | null>
  /** By the section's id: shown until the view of its current content is loaded. */
  readonly latest: ReadonlyMap<string, SectionView | null>
}

const NONE: Views = { known: new Map(), latest: new Map() }

/** The views of all sections: as loaded, and rendered again by the server after each change. */
export function useSectionViews(page: EditablePage) {
  const [views, setViews] = useState(() => mergeViews(NONE, page.draft.sections, page.views))
  const preview = useFetcher<EditorAnswer>()
  const requested = useRef<Sections>([])
  const { data: answer } = preview

  useEffect(() => {
    const fresh = answer?.ok && answer.views
    if (fresh) setViews((before) => mergeViews(before, requested.current, fresh))
  }, [answer])

  return {
    of: (section: DraftSection) => {
      const known = views.known.get(keyOf(section))
      return (known === undefined ? views.latest.get(section.id) : known) ?? undefined
    },
    take: ({ draft, views: fresh }: EditablePage) =>
      setViews((before) => mergeViews(before, draft.sections, fresh)),
    /**
     * Requests the views of a draft that are not known yet, including those whose response was
     * lost.
     */
    ask: (sections: Sections) => {
      const missing = sections.filter((section) => !views.known.has(keyOf(section)))
      if (missing.length === 0) return
      requested.current = missing
      const draft = JSON.stringify({ version: 0, sections: missing })
      void preview.submit({ intent: 'preview', draft }, ACTION).catch(ignoreAbort)
    },
  }
}

function keyOf(section: DraftSection): string {
  return JSON.stringify({ ...section, isVisible: true })
}

function mergeViews(before: Views, sections: Sections, fresh: readonly SectionView[]): Views {
  const found = (id: string) => fresh.find((view) => view.id === id) ?? null
  return {
    known: new Map([
      ...before.known,
      ...sections.map((section) => [keyOf(section), found(section.id)] as const),
    ]),
    latest: new Map([...before.latest, ...sections.map(({ id }) => [id, found(id)] as const)]),
  }
}

/** A newer preview cancels the one before it. */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
}
