import { html } from 'hono/html'
import type { PageTexts } from '#server/http/pages/page-texts.ts'
import { page } from '#server/http/pages/page.ts'

type Problem = 'providerRefused' | 'providerStale' | 'emailUnproven' | 'noAccount'

interface About {
  readonly firm: { readonly id: string; readonly name: string } | undefined
  readonly email: string | undefined
}

export function refusedPage(texts: PageTexts, problem: Problem, { firm, email = '' }: About) {
  const { t, markup } = texts
  const again = firm ? `/api/login?firm=${firm.id}` : '/api/login'
  return page(
    texts,
    t('signInTitle'),
    html`<h1>${t('notSignedIn')}</h1>
      <p role="alert">${markup(problem, { firm: firm?.name ?? '', email })}</p>
      <p><a href="${again}">${t('signIn')}</a></p>`,
  )
}
