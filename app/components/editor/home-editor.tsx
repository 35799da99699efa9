import { useEffect, useReducer, useRef, useState } from 'react'
import { useBlocker, useFetcher, useNavigate } from 'react-router'
import type { HomeSection as SectionView } from '#app/components/home/section-types.ts'
import type { EditablePage } from '#app/http/home-views.ts'
import type { clientAction } from '#app/routes/admin/home-page.ts'
import { Notice } from '#app/ui/notice.tsx'
import { showToast } from '#app/ui/toast-list.ts'
import type { SectionType } from '#db/enums.ts'
import { MOST_SECTIONS } from '#domain/home-page/home-draft.ts'
import type { CarouselChoices } from '#domain/home-page/home-page.ts'
import type { SiteStyle } from '#domain/site-style/site-settings.ts'
import { AddSection, InsertDialog } from './add-section.tsx'
import { changeDraft, isChanged, newSection, type Sections } from './draft-changes.ts'
import { EditBar } from './edit-bar.tsx'
import { EditedSection } from './edited-section.tsx'
import { QuestionDialog } from './question-dialog.tsx'
import { SectionDialog } from './section-dialog.tsx'
import { sectionNames } from './section-names.ts'
import { StylePanel } from './style-panel.tsx'
import { TheirsDialog } from './theirs-dialog.tsx'

type HomeEditorProps = {
  page: EditablePage
  choices: CarouselChoices
  style: SiteStyle
  /** Of the style that is saved. */
  styleVersion: string
}

const SAVED = 'Changes saved successfully!'
// Loading the page anew would lose the draft where the connection or the session is gone.
const ACTION = {
  method: 'post',
  action: '/admin/home-page',
  defaultShouldRevalidate: false,
} as const

/** Edit mode of the home page: a draft of it, which nobody else sees until it is saved. */
export function HomeEditor({ page, choices, style, styleVersion }: HomeEditorProps) {
  const [begunFrom, setBegunFrom] = useState(page)
  const [sections, change] = useReducer(changeDraft, page.draft.sections)
  const [open, setOpen] = useState<{ dialog: 'edit' | 'delete' | 'insert'; id: string } | null>(
    null,
  )
  // Cancelling the first dialog of a new section takes the section back.
  const [unsure, setUnsure] = useState<string | null>(null)
  const changed = isChanged(sections, begunFrom.draft.sections)
  const views = useViews(page.views)
  const { saving, problem, theirs, save, dismiss } = useSaving()
  const leave = useLeaving(changed)

  function send(version: number) {
    save({ version, sections }, () => {
      showToast({ type: 'success', text: SAVED })
      leave.now()
    })
  }

  function beginFrom(fresh: EditablePage) {
    setBegunFrom(fresh)
    change({ change: 'begin-from', sections: fresh.draft.sections })
    views.take(fresh.views)
    dismiss()
  }

  function add(type: SectionType, before: string | null = null) {
    const section = newSection(type)
    change({ change: 'add', section, before })
    setUnsure(section.id)
    views.ask([section])
    setOpen({ dialog: 'edit', id: section.id })
  }

  const opened = sections.find(({ id }) => id === open?.id)
  return (
    <>
      <EditBar
        changed={changed}
        saving={saving}
        onReset={() => beginFrom(begunFrom)}
        onSave={() => send(begunFrom.draft.version)}
        onExit={leave.ask}
      >
        <StylePanel style={style} version={styleVersion} />
      </EditBar>
      {problem && (
        <div className="page-column pt-5">
          <Notice kind="error">{problem}</Notice>
        </div>
      )}
      <ul className="home pt-8">
        {sections.map((section, index) => (
          <EditedSection
            key={section.id}
            section={section}
            view={views.of(section.id)}
            isFirst={index === 0}
            isLast={index === sections.length - 1}
            onMove={(by) => change({ change: 'move', id: section.id, by })}
            onShowOrHide={() => change({ change: 'show-or-hide', id: section.id })}
            onInsert={
              sections.length < MOST_SECTIONS
                ? () => setOpen({ dialog: 'insert', id: section.id })
                : null
            }
            onEdit={() => setOpen({ dialog: 'edit', id: section.id })}
            onDelete={() => setOpen({ dialog: 'delete', id: section.id })}
          />
        ))}
      </ul>
      <AddSection count={sections.length} onAdd={add} />
      {opened && open?.dialog === 'edit' && (
        <SectionDialog
          section={opened}
          choices={choices}
          onClose={() => {
            if (unsure === opened.id) change({ change: 'delete', id: opened.id })
            setUnsure(null)
            setOpen(null)
          }}
          onApply={(section) => {
            setUnsure(null)
            change({ change: 'replace', section })
            views.ask([section])
            setOpen(null)
          }}
        />
      )}
      {opened && open?.dialog === 'insert' && (
        <InsertDialog onClose={() => setOpen(null)} onInsert={(type) => add(type, opened.id)} />
      )}
      {opened && open?.dialog === 'delete' && (
        <QuestionDialog
          question={`Are you sure you want to delete this ${sectionNames[opened.type]} section?`}
          confirmText="Delete"
          onClose={() => setOpen(null)}
          onConfirm={() => {
            focusNeighbour(sections, opened.id)
            change({ change: 'delete', id: opened.id })
            setOpen(null)
          }}
        />
      )}
      {leave.asked && (
        <QuestionDialog
          question="Discard your unsaved changes?"
          confirmText="Discard"
          onClose={leave.stay}
          onConfirm={leave.now}
        />
      )}
      {theirs && (
        <TheirsDialog
          title={problem ?? 'Someone else saved the home page.'}
          onKeep={dismiss}
          onTakeTheirs={() => beginFrom(theirs)}
          onSaveMine={() => send(theirs.draft.version)}
        />
      )}
    </>
  )
}

/** Where the focus goes when a section and its buttons vanish. */
function focusNeighbour(sections: Sections, id: string) {
  const at = sections.findIndex((one) => one.id === id)
  const next = sections[at + 1] ?? sections[at - 1]
  const target = next ? `section-${next.id}` : 'content'
  requestAnimationFrame(() => document.getElementById(target)?.focus())
}

/** How each section looks: as loaded, and anew from the server whenever one is changed. */
function useViews(loaded: readonly SectionView[]) {
  const [views, setViews] = useState(() => byId(loaded))
  const preview = useFetcher<typeof clientAction>()
  const asked = useRef<readonly string[]>([])
  const { data: answer } = preview

  useEffect(() => {
    if (!answer?.ok || !answer.views) return
    const fresh = byId(answer.views)
    setViews((before) => {
      const kept = [...before].filter(([id]) => !asked.current.includes(id))
      return new Map([...kept, ...fresh])
    })
  }, [answer])

  return {
    of: (id: string) => views.get(id),
    take: (fresh: readonly SectionView[]) => setViews(byId(fresh)),
    ask: (sections: Sections) => {
      asked.current = sections.map(({ id }) => id)
      const draft = JSON.stringify({ version: 0, sections })
      void preview.submit({ intent: 'preview', draft }, ACTION).catch(unlessReplaced)
    },
  }
}

function byId(views: readonly SectionView[]): Map<string, SectionView> {
  return new Map(views.map((view) => [view.id, view]))
}

function useSaving() {
  const saver = useFetcher<typeof clientAction>()
  const whenDone = useRef<() => void>(null)
  const { data: answer, state } = saver
  const [dismissed, setDismissed] = useState<typeof answer>(undefined)
  const shown = state === 'idle' && answer !== dismissed ? answer : undefined

  useEffect(() => {
    if (state !== 'idle' || !answer?.ok) return
    whenDone.current?.()
    whenDone.current = null
  }, [answer, state])

  return {
    saving: state !== 'idle',
    problem: shown && !shown.ok ? shown.problem : null,
    theirs: shown && !shown.ok ? shown.theirs : null,
    dismiss: () => setDismissed(answer),
    save: (draft: EditablePage['draft'], done: () => void) => {
      whenDone.current = done
      void saver.submit({ intent: 'save', draft: JSON.stringify(draft) }, ACTION)
    },
  }
}

/** A newer preview ends the one before it in the middle of its answer. */
function unlessReplaced(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
}

/** Nobody leaves unsaved changes behind without having been asked. */
function useLeaving(changed: boolean) {
  const navigate = useNavigate()
  const free = useRef(false)
  const blocker = useBlocker(() => changed && !free.current)
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (changed && !free.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [changed])
  return {
    asked: blocker.state === 'blocked',
    ask: () => void navigate('/'),
    stay: () => blocker.reset?.(),
    now: () => {
      free.current = true
      if (blocker.state === 'blocked') blocker.proceed()
      else void navigate('/')
    },
  }
}
