import { useEffect, useReducer, useRef, useState } from 'react'
import { href, useBlocker, useFetcher, useNavigate } from 'react-router'
import { HeadingWithoutHero } from '#app/components/home/home-sections.tsx'
import type { EditablePage } from '#app/components/home/section-types.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { showToast } from '#app/ui/toast-list.ts'
import { unsavedForms } from '#app/ui/unsaved.ts'
import type { SectionType } from '#db/enums.ts'
import type { CarouselChoices } from '#domain/site/home/home.ts'
import { MAX_SECTIONS } from '#domain/site/home/section-limits.ts'
import { sectionRecords } from '#domain/site/home/section-records.ts'
import type { SiteStyle } from '#domain/site/style/site-settings.ts'
import { AddSection, InsertDialog } from './add-section.tsx'
import { isChanged, newSection, type Sections } from './draft-changes.ts'
import { changeHistory, historyFrom } from './draft-history.ts'
import { EditBar } from './edit-bar.tsx'
import { EditedSection } from './edited-section.tsx'
import type { EditorAnswer } from './editor-answer.ts'
import { SectionDialog } from './section-dialog.tsx'
import { StylePanel } from './style-panel.tsx'
import { ACTION, useSectionViews } from './use-section-views.ts'

type HomeEditorProps = {
  page: EditablePage
  choices: CarouselChoices
  style: SiteStyle
  styleVersion: string
}

const SAVED = 'Changes saved successfully!'

/** Edit mode of the home page: a draft that others see only once it is saved. */
export function HomeEditor({ page, choices, style, styleVersion }: HomeEditorProps) {
  const [basePage, setBasePage] = useState(page)
  const [history, change] = useReducer(changeHistory, page.draft.sections, historyFrom)
  const { sections } = history
  const [open, setOpen] = useState<{ dialog: 'edit' | 'delete' | 'insert'; id: string } | null>(
    null,
  )
  // Cancelling the first dialog of a new section removes the section.
  const [unconfirmedId, setUnconfirmedId] = useState<string | null>(null)
  const changed = isChanged(sections, basePage.draft.sections)
  const views = useSectionViews(page)
  const { saving, problem, theirs, save, dismiss } = useSaving()
  const leave = useLeaving(changed)

  function send(version: number) {
    save({ version, sections }, () => {
      showToast({ type: 'success', text: SAVED })
      leave.now()
    })
  }

  function beginFrom(fresh: EditablePage) {
    setBasePage(fresh)
    change({ change: 'begin-from', sections: fresh.draft.sections })
    views.take(fresh)
    dismiss()
  }

  function add(type: SectionType, before: string | null = null) {
    const section = newSection(type)
    change({ change: 'add', section, before })
    setUnconfirmedId(section.id)
    views.ask([...sections, section])
    setOpen({ dialog: 'edit', id: section.id })
  }

  function step(direction: 'undo' | 'redo') {
    change({ change: direction })
    views.ask((direction === 'undo' ? history.past : history.future).at(-1)?.sections ?? [])
  }

  const opened = sections.find(({ id }) => id === open?.id)
  return (
    <>
      <EditBar
        changed={changed}
        saving={saving}
        history={history}
        onStep={step}
        onReset={() => {
          change({ change: 'reset', sections: basePage.draft.sections })
          dismiss()
        }}
        onSave={() => send(basePage.draft.version)}
        onExit={leave.ask}
      >
        <StylePanel style={style} version={styleVersion} />
      </EditBar>
      {problem && (
        <div className="page-column pt-5">
          <Notice kind="error">{problem}</Notice>
        </div>
      )}
      <HeadingWithoutHero sections={sections} />
      <ul className="home pt-8">
        {sections.map((section, index) => (
          <EditedSection
            key={section.id}
            section={section}
            view={views.of(section)}
            isFirst={index === 0}
            isLast={index === sections.length - 1}
            onMove={(by) => change({ change: 'move', id: section.id, by })}
            onShowOrHide={() => change({ change: 'show-or-hide', id: section.id })}
            onInsert={
              sections.length < MAX_SECTIONS
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
            if (unconfirmedId === opened.id) change({ change: 'forget' })
            setUnconfirmedId(null)
            setOpen(null)
          }}
          onApply={(section) => {
            setUnconfirmedId(null)
            change({ change: unconfirmedId === section.id ? 'finish' : 'replace', section })
            views.ask(sections.map((one) => (one.id === section.id ? section : one)))
            setOpen(null)
          }}
        />
      )}
      {opened && open?.dialog === 'insert' && (
        <InsertDialog onClose={() => setOpen(null)} onInsert={(type) => add(type, opened.id)} />
      )}
      {opened && open?.dialog === 'delete' && (
        <QuestionDialog
          question={`Are you sure you want to delete this ${sectionRecords[opened.type].name} section?`}
          confirmText="Delete"
          onClose={() => setOpen(null)}
          onConfirm={() => {
            focusNeighbour(sections, opened.id)
            change({ change: 'delete', id: opened.id })
            setOpen(null)
          }}
        />
      )}
      {leave.requested && (
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
          onKeepEditing={dismiss}
          onTakeTheirs={() => beginFrom(theirs)}
          onSaveMine={() => send(theirs.draft.version)}
        />
      )}
    </>
  )
}

function focusNeighbour(sections: Sections, id: string) {
  const at = sections.findIndex((one) => one.id === id)
  const next = sections[at + 1] ?? sections[at - 1]
  const target = next ? `section-${next.id}` : 'content'
  requestAnimationFrame(() => document.getElementById(target)?.focus())
}

function useSaving() {
  const saver = useFetcher<EditorAnswer>()
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

/** The draft has changed, or a section's dialog has unsaved input. */
const isUnsaved = (changed: boolean) => changed || unsavedForms().forms.size > 0

function useLeaving(changed: boolean) {
  const navigate = useNavigate()
  const free = useRef(false)
  const blocker = useBlocker(() => isUnsaved(changed) && !free.current)
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved(changed) && !free.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [changed])
  return {
    requested: blocker.state === 'blocked',
    ask: () => void navigate(href('/')),
    stay: () => blocker.reset?.(),
    now: () => {
      free.current = true
      if (blocker.state === 'blocked') blocker.proceed()
      else void navigate(href('/'))
    },
  }
}

type QuestionDialogProps = {
  question: string
  confirmText: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before part of the draft is lost; nothing is sent. */
function QuestionDialog({ question, confirmText, onConfirm, onClose }: QuestionDialogProps) {
  return (
    <Dialog title={question} open onClose={onClose} role="alertdialog" closable={false}>
      <div className="mt-7 flex flex-wrap justify-end gap-3 max-sm:*:grow max-sm:[&_form_button]:w-full">
        <Button type="button" kind="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="button" kind="danger" onClick={onConfirm}>
          {confirmText}
        </Button>
      </div>
    </Dialog>
  )
}

type TheirsDialogProps = {
  /** Who saved the page in the meantime. */
  title: string
  onKeepEditing: () => void
  onTakeTheirs: () => void
  onSaveMine: () => void
}

/**
 * Shown when two admins have edited at once: the second one decides, and nothing is lost before
 * that.
 */
function TheirsDialog({ title, onKeepEditing, onTakeTheirs, onSaveMine }: TheirsDialogProps) {
  return (
    <Dialog title={title} open onClose={onKeepEditing} role="alertdialog" closable={false}>
      <p className="mt-4">
        Your draft is still here, but it has not been saved.{' '}
        <a href={href('/')} target="_blank" rel="noopener" className="text-link">
          View their version in a new tab
        </a>
      </p>
      <div className="mt-7 grid gap-3">
        <Button type="button" onClick={onKeepEditing}>
          Keep editing
        </Button>
        <Button type="button" kind="secondary" onClick={onTakeTheirs}>
          Discard mine and edit theirs
        </Button>
        <Button type="button" kind="danger" onClick={onSaveMine}>
          Save mine instead of theirs
        </Button>
      </div>
    </Dialog>
  )
}
