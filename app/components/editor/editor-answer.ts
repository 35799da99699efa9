import type {
  EditablePage,
  HomeSection as SectionView,
} from '#app/components/home/section-types.ts'
import type { Problem } from '#app/forms/forms.ts'

/**
 * The server's answer to the editor: `views` to a preview, `version` to a saved style, `theirs` to a draft
 * that conflicts.
 */
export type EditorAnswer =
  | {
      readonly ok: true
      readonly views: readonly SectionView[] | null
      readonly version?: string
    }
  | (Problem & { readonly theirs: EditablePage | null })
