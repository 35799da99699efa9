import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { PlatformNumbersForm } from '#app/components/editor/platform-numbers.tsx'
import { SiteLayoutTab } from '#app/components/editor/site-layout-tab.tsx'
import { pageMeta } from '#app/components/pages/page-meta.ts'
import { answerProblem } from '#app/forms/forms.ts'
import { readForm } from '#app/forms/read-form.ts'
import { appContext } from '#app/request/contexts.ts'
import { redirectWithToast } from '#app/request/flash.ts'
import { giftExpiryWarning } from '#domain/site/settings/gift-expiry.ts'
import { numbersVersion, readPlatformNumbers } from '#domain/site/settings/save-platform-numbers.ts'
import { styleFrom } from '#domain/site/style/site-settings.ts'
import { readSiteStyle, styleVersion } from '#domain/site/style/style.ts'
import type { Route } from './+types/site-layout.ts'
import { saveNumbers } from './save-platform-numbers.ts'
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
  const toast = { type: 'success', text: isRules ? 'Rules saved.' : 'Style saved.' } as const
  return redirectWithToast(href('/admin/site-layout'), toast)
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
