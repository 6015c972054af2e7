// Works without the app and without scripts.
import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import { fontSheet } from '#schema/themes/font-sheet.ts'
import { firstFontsOf, fontUrl } from '#schema/themes/fonts.ts'
import { dark } from '#schema/themes/dark.ts'
import { light } from '#schema/themes/light.ts'
import type { Theme } from '#schema/themes/theme.ts'
import { themes } from '#schema/themes/themes.ts'
import type { PageTexts } from './page-texts.ts'

const paintOf = ({ scheme, colors, shape }: Theme): string =>
  `color-scheme: ${scheme}; --ground: ${colors.canvas}; --card: ${colors.surface}; --ink: ${colors.text}; ` +
  `--soft: ${colors.dimmed}; --line: ${colors.border}; --edge: ${colors.borderControl}; --brand: ${colors.brand}; ` +
  `--on-brand: ${colors.onBrand}; --bad: ${colors.dangerText}; --lift: ${colors.shadow}; ` +
  `--radius: ${shape.radiusControl}; --radius-button: ${shape.radiusButton}; --radius-card: ${shape.radiusCard}; ` +
  `--hf-display-face: ${shape.displayFace}; --weight: ${shape.displayWeight}`

const styles = `${fontSheet()}
:root { ${paintOf(light)} }
@media (prefers-color-scheme: dark) { :root { ${paintOf(dark)} } }
${themes.map((theme) => `:root[data-theme=${theme.id}] { ${paintOf(theme)} }`).join('\n')}
* { box-sizing: border-box }
body { margin: 0; min-block-size: 100vh; display: grid; place-items: center; padding: 16px; background: var(--ground); color: var(--ink); font: 16px/calc(1.5*var(--hf-leading)) var(--hf-font-text) }
main { inline-size: min(420px, 100%); background: var(--card); border: 1px solid var(--line); border-radius: var(--radius-card); box-shadow: var(--lift); padding: 32px 28px }
h1 { font: var(--weight) 1.5rem/calc(1.25*var(--hf-leading)) var(--hf-font-display); margin: 0 0 8px } p { margin: 0 0 20px; color: var(--soft) }
label { display: block; font-weight: 600; margin-block: 14px 6px }
input { inline-size: 100%; min-block-size: 48px; padding: 0 14px; font: inherit; color: inherit; background: transparent; border: 1px solid var(--edge); border-radius: var(--radius) }
button { inline-size: 100%; min-block-size: 48px; margin-block-start: 20px; font: inherit; font-weight: 600; border-radius: var(--radius-button); border: 1px solid transparent; background: var(--brand); color: var(--on-brand); cursor: pointer }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
.error { color: var(--bad); font-weight: 600; margin: 0 }
section { margin-block-start: 28px; border-block-start: 1px solid var(--line); padding-block-start: 18px } section p { margin-block-end: 4px; font-size: .9rem }
section button { display: grid; border-radius: var(--radius); margin-block-start: 8px; padding: 8px 14px; background: transparent; color: inherit; border-color: var(--edge); font-weight: 500; text-align: start }
section small { color: var(--soft); font-weight: 400 }
blockquote { margin: 0 0 20px; padding-inline-start: 12px; border-inline-start: 3px solid var(--line); white-space: pre-line; overflow-wrap: anywhere }
img { max-inline-size: 100%; block-size: auto; border-radius: var(--radius); background: #fff } code { font: 1rem/1.6 ui-monospace, monospace; color: var(--ink); overflow-wrap: anywhere }
p code { display: block; margin-block-start: 4px } p > img { display: block; margin-inline: auto }
.mark { display: block; margin: 0 0 16px; background: none }
.codes { columns: 12rem; margin: 0 0 20px; padding: 0; list-style: none }
a { color: inherit; display: inline-block; padding-block: 10px } p.below { margin: 14px 0 0 }
a.button { display: grid; place-items: center; min-block-size: 48px; padding: 8px 14px; border: 1px solid var(--edge); border-radius: var(--radius-button); font-weight: 600; text-align: center; text-decoration: none; overflow-wrap: anywhere }
a.main { background: var(--brand); border-color: transparent; color: var(--on-brand) }`

const styleElement = raw(`<style>${styles}</style>`)

export const pageStyle = `'sha256-${createHash('sha256').update(styles).digest('base64')}'`

type Markup = ReturnType<typeof html>

export const page = ({ code, dir, theme }: PageTexts, title: string, body: Markup) =>
  html`<!doctype html>
    <html lang="${code}" dir="${dir}" data-theme="${theme ?? ''}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Holdfast</title>
        <link rel="icon" href="/icons/icon.svg" />
        ${firstFontsOf(code).map(
          (font) => html`<link rel="preload" as="font" type="font/woff2" href="${fontUrl(font)}" crossorigin />`,
        )}
        ${styleElement}
      </head>
      <body>
        <main>
          <img class="mark" src="/icons/icon.svg" alt="" width="40" height="40" />
          ${body}
        </main>
      </body>
    </html>`
