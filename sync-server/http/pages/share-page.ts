// The response when the service worker does not run: the server cannot keep a file without a record.
import type { Context } from 'hono'
import { html } from 'hono/html'
import { page } from './page.ts'
import { pageTexts } from './page-texts.ts'

export function handleShare(context: Context): Response | Promise<Response> {
  const texts = pageTexts(context)
  const { t } = texts
  const body = html`<h1>${t('shareHeading')}</h1>
    <p>${t('shareText')}</p>
    <a class="button main" href="/">${t('shareOpen')}</a>`
  return context.html(page(texts, t('shareTitle'), body), 503)
}
