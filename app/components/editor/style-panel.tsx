import { type FormEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { href, useFetcher, useRevalidator } from 'react-router'
import { EditConflictNotice, SeenVersion } from '#app/components/edit-conflict-notice.tsx'
import { Button } from '#app/ui/button.tsx'
import { buttonStyle } from '#app/ui/button-style.ts'
import { CloseIcon } from '#app/ui/icons.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { showToast } from '#app/ui/toast-list.ts'
import type { SiteStyle } from '#domain/site/style/site-settings.ts'
import type { EditorAnswer } from './editor-answer.ts'
import { BrushIcon } from './editor-icons.tsx'
import { ColorField, FontField } from './style-fields.tsx'
import { styleInForm, useStylePreview } from './use-style-preview.ts'

type StylePanelProps = {
  style: SiteStyle
  version: string
}

/** The button of edit mode, in the bar above the page, and what it opens (spec 13.2). */
export function StylePanel({ style, version }: StylePanelProps) {
  const [editCount, setEditCount] = useState(0)
  // The version that the panel started from, while a newer one is loaded to start again from.
  const [outdated, setOutdated] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (outdated !== null && outdated !== version) {
    setOutdated(null)
    setEditCount(editCount + 1)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        className={buttonStyle(
          { kind: 'secondary', size: 'small' },
          'max-sm:border-0 max-sm:px-0 max-sm:[&_svg]:hidden',
        )}
        onClick={() => setOpen(true)}
      >
        <BrushIcon /> Customize Styles
      </button>
      {/* Outside the bar, whose stacking context would put it under the header. */}
      {isOpen &&
        createPortal(
          <OpenPanel
            key={editCount}
            style={style}
            version={version}
            onShowTheirs={(seen) => {
              setOutdated(seen)
              void revalidate()
            }}
            onClose={() => {
              setOpen(false)
              button.current?.focus()
            }}
          />,
          document.body,
        )}
    </>
  )
}

const FONTS = [
  ['header_font', 'Heading font'],
  ['body_font', 'Body font'],
  ['button_font', 'Button/nav font'],
  ['subtitle_font', 'Subtitle font'],
] as const

type OpenPanelProps = StylePanelProps & {
  onClose: () => void
  onShowTheirs: (seen: string) => void
}

function OpenPanel({ style, version, onClose, onShowTheirs }: OpenPanelProps) {
  const [previewed, setPreviewed] = useState(style)
  // The edit started from this version, even if the page loads a newer one later.
  const [seen, setSeen] = useState(version)
  const { revalidate } = useRevalidator()
  const saver = useFetcher<EditorAnswer>()
  const heading = useRef<HTMLHeadingElement>(null)
  const saving = saver.state !== 'idle'
  const { data: answer } = saver
  const errors: Readonly<Record<string, string>> = answer && !answer.ok ? answer.fields : {}
  useStylePreview(previewed)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (!answer?.ok) return
    if (answer.version) setSeen(answer.version)
    showToast({ type: 'success', text: 'Style saved.' })
    void revalidate()
  }, [answer, revalidate])

  function updatePreview(event: FormEvent<HTMLFormElement>) {
    setPreviewed(styleInForm(previewed, new FormData(event.currentTarget)))
  }

  return (
    <section
      aria-labelledby="style-panel"
      className="fixed right-0 bottom-0 left-0 z-40 max-h-[70dvh] overflow-y-auto border-t border-line bg-sheet p-6 shadow-[0_0_3rem_rgb(29_25_22/0.18)] sm:top-0 sm:left-auto sm:max-h-none sm:w-96 sm:border-l"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <link rel="stylesheet" href={href('/site-style/:file', { file: 'fonts.css' })} />
      <div className="flex items-center justify-between">
        <h2 ref={heading} id="style-panel" tabIndex={-1} className="text-2xl outline-none">
          Customize Styles
        </h2>
        <button
          type="button"
          aria-label="Close"
          className="grid size-11 place-items-center rounded-full hover:bg-sand"
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      </div>
      <saver.Form
        method="post"
        action={href('/admin/home-page')}
        defaultShouldRevalidate={false}
        className="mt-5"
        onInput={updatePreview}
      >
        <input type="hidden" name="intent" value="style" />
        <SeenVersion version={seen} />
        <fieldset disabled={saving} className="grid gap-5">
          <ColorField
            name="primary_500"
            label="Primary color"
            style={style}
            error={errors.primary_500}
          />
          {FONTS.map(([name, label]) => (
            <FontField key={name} name={name} label={label} style={style} error={errors[name]} />
          ))}
        </fieldset>
        {answer && !answer.ok && answer.problem && !saving && (
          <Notice kind="error" className="mt-5">
            {answer.problem}
          </Notice>
        )}
        <Button wide className="mt-6" busy={saving} busyText="Saving...">
          Save Changes
        </Button>
        {answer && !answer.ok && answer.editConflict && !saving && (
          <div className="mt-5">
            <EditConflictNotice
              editConflict={answer.editConflict}
              showTheirs={() => onShowTheirs(seen)}
            />
          </div>
        )}
      </saver.Form>
    </section>
  )
}
