import { Button } from '#app/ui/button.tsx'
import { LinkButton } from '#app/ui/link-button.tsx'

type ChangedMeanwhileProps = {
  section: string
  /** The version that somebody else has saved. */
  theirs: string
}

/** Two admins have edited one block at once: the second decides, and nothing is lost before that. */
export function ChangedMeanwhile({ section, theirs }: ChangedMeanwhileProps) {
  return (
    <div className="grid gap-3">
      <p>
        Nothing of yours is saved, and all of it is still here.{' '}
        <a href="/about" target="_blank" rel="noopener" className="text-link">
          Look at their page in a new tab
        </a>
      </p>
      <LinkButton to={`/about?edit=${section}`} reloadDocument kind="secondary">
        Discard mine and edit theirs
      </LinkButton>
      <Button name="over" value={theirs} kind="danger">
        Save mine instead of theirs
      </Button>
    </div>
  )
}
