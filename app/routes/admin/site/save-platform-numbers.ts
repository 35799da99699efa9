import type { RouterContextProvider } from 'react-router'
import { changedSentence, editConflict, seenIn } from '#app/forms/edit-conflict.ts'
import { checkForm, type FormAnswer, problem } from '#app/forms/forms.ts'
import {
  NUMBER_LABELS,
  NUMBERS_NOT_SAVED,
  type NumberKey,
  numbersForm,
  typedNumber,
} from '#app/forms/platform-numbers-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminContext, appContext } from '#app/request/contexts.ts'
import { platformNumberKeys } from '#db/enums.ts'
import { lastEditor } from '#domain/shared/audit.ts'
import { showNumber } from '#domain/shared/credits.ts'
import type { PlatformNumbers } from '#domain/site/settings/platform-numbers.ts'
import {
  numbersVersion,
  readPlatformNumbers,
  savePlatformNumbers,
} from '#domain/site/settings/save-platform-numbers.ts'

type Saved = { readonly answer: FormAnswer; readonly status: number }

/** Saves the numbers in a form. */
export async function saveNumbers(
  context: Readonly<RouterContextProvider>,
  request: Request,
  form: FormData,
): Promise<Saved> {
  const { db, clock } = context.get(appContext)
  const admin = context.get(adminContext)
  const read = checkForm(numbersForm, form)
  if (!read.ok) return { answer: read.problem, status: 400 }
  const mine = read.value
  const saved = await attempt(context, request, () =>
    savePlatformNumbers(db, admin, mine, clock(), seenIn(form)),
  )
  if (saved.ok) return { answer: { ok: true }, status: 200 }
  if (saved.problem.reason !== 'edit-conflict')
    return { answer: problem(NUMBERS_NOT_SAVED, { form }), status: 500 }
  const theirs = await readPlatformNumbers(db)
  const shown = (numbers: PlatformNumbers, key: NumberKey) =>
    showNumber(typedNumber(key, numbers[key]))
  const changes = platformNumberKeys.map(
    (key) => [NUMBER_LABELS[key], shown(theirs, key), shown(mine, key)] as const,
  )
  const by = await lastEditor(db, admin, { noun: 'platform numbers', nounId: 'platform' })
  const conflict = { form, editConflict: editConflict(numbersVersion(theirs), changes) }
  return { answer: problem(changedSentence('these settings', by), conflict), status: 409 }
}
