import { html } from 'hono/html'
import type { PageTexts } from './page-texts.ts'
import { page } from './page.ts'

type Html = ReturnType<typeof html>

interface FormPage {
  readonly title: string
  readonly heading: string | Html
  readonly intro: Html
  readonly error: string | null
  readonly action: string
  readonly hidden?: Readonly<Record<string, string | number | undefined>>
  readonly fields: Html
  readonly submit: string
  readonly below?: Html
}

export function formPage(texts: PageTexts, { hidden = {}, below, ...form }: FormPage) {
  const values = Object.entries(hidden).filter(([, value]) => value !== undefined)
  return page(
    texts,
    form.title,
    html`<h1>${form.heading}</h1>
      ${form.intro} ${form.error ? html`<p class="error" role="alert">${form.error}</p>` : ''}
      <form method="post" action="${form.action}">
        ${values.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)} ${form.fields}
        <button type="submit">${form.submit}</button>
      </form>
      ${below ?? ''}`,
  )
}
