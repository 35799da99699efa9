import { href } from 'react-router'
import { notSaved } from '#app/components/about/about-answer.ts'
import { EyeIcon, EyeOffIcon } from '#app/ui/fields/field-icons.tsx'
import { Form } from '#app/ui/form.tsx'
import { PencilIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import type { AboutBlock } from '#domain/site/about/about.ts'

const TOOL = 'grid size-11 place-items-center rounded-control text-ink hover:bg-sand'

/** An admin's controls on every block: edit, and show or hide. */
export function BlockTools({ block: { id, section, title, isActive } }: { block: AboutBlock }) {
  const label = `${isActive ? 'Hide' : 'Show'} ${title}`
  return (
    <div className="absolute top-3 right-(--gutter) z-10 flex rounded-control border border-line bg-sheet">
      <Link
        id={pencilId(section)}
        to={`${href('/about')}?edit=${section}`}
        preventScrollReset
        aria-label={`Edit ${title}`}
        title={`Edit ${title}`}
        className={TOOL}
      >
        <PencilIcon />
      </Link>
      <Form method="post" action={href('/about')} preventScrollReset failed={notSaved(null)}>
        <input type="hidden" name="block" value={id} />
        <button
          type="submit"
          name="intent"
          value={isActive ? 'hide' : 'show'}
          aria-label={label}
          title={label}
          className={TOOL}
        >
          {isActive ? <EyeIcon /> : <EyeOffIcon />}
        </button>
      </Form>
    </div>
  )
}

export function pencilId(section: AboutBlock['section']): string {
  return `edit-${section}`
}
