import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Code } from '#schema/kernel/codes.ts'
import { page } from './page.ts'
import { pageTexts } from './page-texts.ts'

/** The app fetches all others and wants no page. */
export const isLink = (path: string): boolean => path.startsWith('/files/')

export const isOpened = ({ req }: Context): boolean => (req.header('accept') ?? '').includes('text/html')

export const problemKinds = ['forbidden', 'missing', 'throttled', 'failed'] as const

function kindOf(code: Code): (typeof problemKinds)[number] {
  if (code === 'FORBIDDEN') return 'forbidden'
  if (code === 'RATE_LIMITED') return 'throttled'
  return code === 'NOT_FOUND' || code === 'VALIDATION' ? 'missing' : 'failed'
}

export function respondWithErrorPage(
  context: Context,
  code: Code,
  status: ContentfulStatusCode,
  headers: Readonly<Record<string, string>> = {},
): Response | Promise<Response> {
  const texts = pageTexts(context)
  const { t } = texts
  const kind = kindOf(code)
  const body = html`<h1>${t(`problem.${kind}.heading`)}</h1>
    <p>${t(`problem.${kind}.text`)}</p>
    <a class="button main" href="/">${t('shareOpen')}</a>`
  return context.html(page(texts, t('problemTitle'), body), status, headers)
}
