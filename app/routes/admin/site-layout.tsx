import { redirect } from 'react-router'
import { AdminFrame } from '#app/components/admin/admin-frame.tsx'
import { SiteLayoutTab } from '#app/components/editor/site-layout-tab.tsx'
import { pageMeta } from '#app/components/page-meta.ts'
import { appContext } from '#app/http/contexts.ts'
import { flash } from '#app/http/flash.ts'
import { answerProblem } from '#app/http/forms.ts'
import { saveStyle } from '#app/http/save-style.ts'
import { readSiteStyle } from '#domain/site-style/site-style.ts'
import type { Route } from './+types/site-layout.ts'

export const meta: Route.MetaFunction = () => pageMeta('Site Layout')

export async function loader({ context }: Route.LoaderArgs) {
  return { style: await readSiteStyle(context.get(appContext).db) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { answer, status } = await saveStyle(context, request, await request.formData())
  if (!answer.ok) return answerProblem(answer, status)
  const toast = { type: 'success', text: 'The site wears its new style.' } as const
  return redirect('/admin/site-layout', { headers: { 'Set-Cookie': flash(toast) } })
}

export default function SiteLayout({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminFrame title="Site Layout">
      <SiteLayoutTab style={loaderData.style} answer={actionData} />
    </AdminFrame>
  )
}
