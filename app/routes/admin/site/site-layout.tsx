import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { PlatformNumbersForm } from '#app/components/editor/platform-numbers.tsx'
import { SiteLayoutTab } from '#app/components/editor/site-layout-tab.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { changedSentence, editConflict, seenIn } from '#app/forms/edit-conflict.ts'
import { answerProblem, checkForm, type FormAnswer, problem } from '#app/forms/forms.ts'
import {
  NEVER_EXPIRE,
  NUMBER_LABELS,
  NUMBERS_NOT_SAVED,
  type NumberKey,
  numberInWords,
  numbersForm,
} from '#app/forms/platform-numbers-form.ts'
import { readForm } from '#app/forms/read-form.ts'
import { attempt } from '#app/request/attempt.ts'
import { adminIn, appContext, type Context } from '#app/request/contexts.ts'
import { redirectWithSuccess } from '#app/request/flash.ts'
import { platformNumberKeys } from '#db/enums.ts'
import { lastEditor } from '#domain/shared/audit.ts'
import { giftExpiryWarning } from '#domain/site/settings/gift-expiry.ts'
import type { PlatformNumbers } from '#domain/site/settings/platform-numbers.ts'
import {
  numbersVersion,
  readPlatformNumbers,
  savePlatformNumbers,
} from '#domain/site/settings/save-platform-numbers.ts'
import { styleFrom } from '#domain/site/style/site-settings.ts'
import { readSiteStyle, styleVersion } from '#domain/site/style/style.ts'
import type { Route } from './+types/site-layout.ts'
import { saveStyle } from './save-style.ts'

export const meta: Route.MetaFunction = () => pageMeta('Site Layout')

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, paymentsAreReal } = context.get(appContext)
  const [saved, numbers] = await Promise.all([readSiteStyle(db), readPlatformNumbers(db)])
  const isReset = new URL(request.url).searchParams.has('defaults')
  return {
    layout: { style: isReset ? styleFrom({}) : saved, version: styleVersion(saved), isReset },
    rules: {
      numbers,
      version: numbersVersion(numbers),
      warning: paymentsAreReal ? giftExpiryWarning(numbers.gift_months) : null,
    },
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const isRules = form.get('intent') === 'numbers'
  const save = isRules ? saveNumbers : saveStyle
  const { answer, status } = await save(context, request, form)
  if (!answer.ok) return answerProblem(answer, status)
  const text = isRules ? 'Rules saved.' : 'Style saved.'
  return redirectWithSuccess(href('/admin/site-layout'), text)
}

export default function SiteLayout({ loaderData, actionData }: Route.ComponentProps) {
  const isRules = actionData?.values.intent === 'numbers'
  return (
    <AdminFrame title="Site Layout">
      <SiteLayoutTab {...loaderData.layout} answer={isRules ? undefined : actionData} />
      <PlatformNumbersForm {...loaderData.rules} answer={isRules ? actionData : undefined} />
    </AdminFrame>
  )
}

type Saved = { readonly answer: FormAnswer; readonly status: number }

async function saveNumbers(context: Context, request: Request, form: FormData): Promise<Saved> {
  const { db, clock, admin } = adminIn(context)
  const { minGiftMonths } = context.get(appContext)
  const read = checkForm(numbersForm(form), form)
  if (!read.ok) return { answer: read.problem, status: 400 }
  const mine = read.value
  const saved = await attempt(context, request, () =>
    savePlatformNumbers(db, admin, mine, clock(), seenIn(form), minGiftMonths),
  )
  if (saved.ok) return { answer: { ok: true }, status: 200 }
  if (saved.problem.reason === 'gifts-expire-early') {
    const gift_months = `Enter at least ${minGiftMonths} months, or choose “${NEVER_EXPIRE}”: US law asks for five years for gifts that are sold.`
    return { answer: problem('', { form, fields: { gift_months } }), status: 400 }
  }
  if (saved.problem.reason !== 'edit-conflict')
    return { answer: problem(NUMBERS_NOT_SAVED, { form }), status: 500 }
  const theirs = await readPlatformNumbers(db)
  const shown = (numbers: PlatformNumbers, key: NumberKey) => numberInWords(key, numbers[key])
  const changes = platformNumberKeys.map(
    (key) => [NUMBER_LABELS[key], shown(theirs, key), shown(mine, key)] as const,
  )
  const by = await lastEditor(db, admin, { noun: 'platform numbers', nounId: 'platform' })
  const conflict = { form, editConflict: editConflict(numbersVersion(theirs), changes) }
  return { answer: problem(changedSentence('these settings', by), conflict), status: 409 }
}
