import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { deviceText } from '#schema/kernel/device-text.ts'
import { isolated } from '#server/texts/fill-text.ts'
import { textsByLanguage } from '#server/texts/language-texts.ts'

export const emailTemplateNames = [
  'invitation',
  'reset',
  'passwordChanged',
  'newDevice',
  'wrongCodes',
  'taken',
] as const

export interface TemplatedEmail {
  readonly name: (typeof emailTemplateNames)[number]
  readonly to: string
  readonly language: string
  readonly values: Readonly<Record<string, string>>
  readonly link: string
  readonly message?: string | null
  readonly until: string
}

export interface RenderedEmail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

const texts = textsByLanguage('mail')
const deviceWords = textsByLanguage('sessions')
const withoutLineBreaks = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()

export function renderEmail({ name, to, language, values, link, message }: TemplatedEmail): RenderedEmail {
  const { t, markup, code, dir } = texts.get(language) ?? texts.get('en')!
  const device =
    values['device'] === undefined ? t('someDevice') : deviceText(values['device'], deviceWords.get(code)!.t)
  const templateValues = Object.fromEntries(
    Object.entries({ inviter: t('somebody'), ...values, device }).map(([place, value]) => [
      place,
      withoutLineBreaks(value),
    ]),
  )
  const subject = t(`${name}.subject`, templateValues)
  const [action, note] = [t(`${name}.action`), t(`${name}.note`)]
  const quoted = message ? [`${t('says')}\n${message}`] : []
  // Mail programs include a character that touches the end of a link.
  const linkText = dir === 'rtl' ? isolated(`${link} `, { dir }) : link
  const page = html`<!doctype html>
    <html lang="${code}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#14211d;background:#fff">
        <p>${markup(`${name}.text`, templateValues)}</p>
        ${message ? html`<blockquote style="white-space:pre-line">${message}</blockquote>` : ''}
        <p>
          <a
            href="${link}"
            style="display:inline-block;padding:12px 20px;border-radius:10px;background:#0d5a61;color:#fff;text-decoration:none"
            >${action}</a
          >
        </p>
        <p>${note}</p>
        <p style="color:#4c5c56"><bdi dir="ltr">${link}</bdi></p>
      </body>
    </html>`
  return {
    to,
    subject,
    text: [t(`${name}.text`, templateValues), ...quoted, [action, linkText].join('\n'), note].join('\n\n'),
    html: (page as HtmlEscapedString).toString(),
  }
}
