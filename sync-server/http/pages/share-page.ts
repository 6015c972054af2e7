// A browser whose service worker does not run sends files that were shared with the app here. The server has no place
// for a file without a record: it takes nothing, and says so.
import type { Context } from 'hono'
import { html } from 'hono/html'
import { page } from './page.ts'
import { pageWords } from './page-words.ts'

export function answerShare(context: Context): Response | Promise<Response> {
  const words = pageWords(context)
  const { t } = words
  const body = html`<h1>${t('shareHeading')}</h1>
    <p>${t('shareText')}</p>
    <a class="button main" href="/">${t('shareOpen')}</a>`
  return context.html(page(words, t('shareTitle'), body), 503)
}
