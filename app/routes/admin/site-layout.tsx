import { href } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { SiteLayoutTab } from '#app/components/editor/site-layout-tab.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { appContext } from '#app/http/contexts.ts'
import { redirectWithToast } from '#app/http/flash.ts'
import { answerProblem } from '#app/http/forms.ts'
import { readForm } from '#app/http/read-form.ts'
import { saveStyle } from '#app/http/save-style.ts'
import { styleFrom } from '#domain/site-style/site-settings.ts'
import { readSiteStyle, styleVersion } from '#domain/site-style/site-style.ts'
import type { Route } from './+types/site-layout.ts'

export const meta: Route.MetaFunction = () => pageMeta('Site Layout')

export async function loader({ request, context }: Route.LoaderArgs) {
  const saved = await readSiteStyle(context.get(appContext).db)
  const isReset = new URL(request.url).searchParams.has('defaults')
  return { style: isReset ? styleFrom({}) : saved, version: styleVersion(saved), isReset }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { answer, status } = await saveStyle(context, request, await readForm(request))
  if (!answer.ok) return answerProblem(answer, status)
  const toast = { type: 'success', text: 'Style saved.' } as const
  return redirectWithToast(href('/admin/site-layout'), toast)
}

export default function SiteLayout({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminFrame title="Site Layout">
      <SiteLayoutTab {...loaderData} answer={actionData} />
    </AdminFrame>
  )
}
