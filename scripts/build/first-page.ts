// What must not wait for the app is inlined.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { brandShapes, brandView } from '#web/app/start/brand-shapes.ts'
import { fontFiles, fontUrl } from '#schema/themes/fonts.ts'
import { fontTokens } from '#schema/themes/font-sheet.ts'
import { type Language, languages, manifestUrl } from '#schema/app/languages.ts'
import { themeSheet } from '#web/themes/css-variables.ts'
import { projectFolder } from './folders.ts'
import { makeFont } from './make-font.ts'

const fileName = 'first-paint.js'
const at = (path: string): string => join(projectFolder, 'web', path)

export const withLanding = (html: string): string =>
  html.replace('<!-- landing -->', landing()).replace('<!-- without scripts -->', withoutScripts())

export function firstPage(): Plugin {
  return {
    name: 'holdfast-first-page',
    transformIndexHtml: (html) => ({
      html: withLanding(html),
      tags: [
        {
          tag: 'style',
          attrs: { nonce: 'of-this-response' },
          children: `${fontTokens()}\n${themeSheet()}\n${languageSheet()}`,
          injectTo: 'head-prepend',
        },
        { tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' },
      ],
    }),
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_, response) => {
        response.setHeader('content-type', 'text/javascript')
        void script().then((text) => response.end(text))
      })
      for (const font of fontFiles)
        server.middlewares.use(fontUrl(font), (_, response) => {
          response.setHeader('content-type', 'font/woff2')
          void makeFont(font).then((bytes) => response.end(bytes))
        })
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await script() })
      for (const language of languages.slice(1))
        this.emitFile({ type: 'asset', fileName: manifestUrl(language.code).slice(1), source: manifestIn(language) })
      for (const font of fontFiles)
        this.emitFile({ type: 'asset', fileName: fontUrl(font).slice(1), source: await makeFont(font) })
    },
  }
}

/** Without modules, because it blocks the page. */
async function script(): Promise<string> {
  const built = await build({
    configFile: false,
    root: projectFolder,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry: at('app/start/first-paint.ts'), formats: ['iife'], name: 'firstPaint' } },
  })
  const [output] = Array.isArray(built) ? built : []
  const [chunk] = output?.output ?? []
  if (chunk?.type !== 'chunk') throw new Error('The script for the first paint was not built')
  return chunk.code
}

const languageSheet = (): string =>
  languages.map(({ code }) => `:root:not([lang='${code}']) .landing-words[lang='${code}']{display:none}`).join('\n')

function landing(): string {
  return `<div id="landing">
      <div class="landing-picture" aria-hidden="true">${brandMark(320)}</div>
      ${languages.map(languageEntry).join('\n      ')}
    </div>`
}

function textsIn(code: string, name: string): Record<string, string> {
  const file = new URL(`../../schema/locales/${code}/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
}

interface Manifest {
  readonly shortcuts: readonly { readonly url: string }[]
  readonly screenshots: readonly { readonly src: string }[]
}

function manifestIn({ code, dir }: Language): string {
  const manifest = JSON.parse(readFileSync(at('public/manifest.webmanifest'), 'utf8')) as Manifest
  const shown = (src: string): string =>
    src.includes('dashboard') ? textsIn(code, 'dashboard')['title']! : textsIn(code, 'projects')['many']!
  return JSON.stringify({
    ...manifest,
    lang: code,
    dir,
    name: textsIn(code, 'common')['productName'],
    description: textsIn(code, 'shell')['welcomeSubtitle'],
    shortcuts: manifest.shortcuts.map((each) => ({ ...each, name: textsIn(code, each.url.slice(1))['many'] })),
    screenshots: manifest.screenshots.map((each) => ({ ...each, label: shown(each.src) })),
  })
}

function withoutScripts(): string {
  const sentence = ({ code, dir }: Language): string =>
    `<p lang="${code}" dir="${dir}">${escape(textsIn(code, 'shell')['needsScript']!)}</p>`
  return `<noscript>${languages.map(sentence).join('')}</noscript>`
}

function languageEntry({ code, dir }: Language): string {
  const texts = (name: string) => textsIn(code, name)
  const [shell, common] = [texts('shell'), texts('common')]
  const text = (key: string): string => escape(shell[key] ?? common[key]!)
  return `<main class="landing-words" lang="${code}" dir="${dir}">
        <div class="landing-name">${brandMark(32)}<span>${text('productName')}</span></div>
        <h1>${text('welcomeTitle')}</h1>
        <p>${text('welcomeSubtitle')}</p>
        <form method="post" action="/api/login">
          <p>${text('welcomePrompt')}</p>
          <label for="email-${code}">${text('email')}</label>
          <input id="email-${code}" name="email" type="email" autocomplete="username" />
          <label for="password-${code}">${text('password')}</label>
          <input id="password-${code}" name="password" type="password" autocomplete="current-password" />
          <button type="submit">${text('login')}</button>
          <output hidden>${text('welcomeOffline')}</output>
        </form>
      </main>`
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const brandMark = (size: number): string =>
  `<svg width="${size}" height="${size}" viewBox="${brandView}" fill="none" aria-hidden="true">${brandShapes}</svg>`
