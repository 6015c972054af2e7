// What decides the colours before the first paint: one sheet with all themes inside index.html, and one small script
// of this origin, since the content security policy allows no inline script.
import type { Plugin } from 'vite'
import { themeSheet } from './css-variables.ts'
import { themeKey, themes } from './themes.ts'

const fileName = 'theme.js'

const script = (): string => {
  const schemes = Object.fromEntries(themes.map(({ id, scheme }) => [id, scheme]))
  return `(function () {
  var schemes = ${JSON.stringify(schemes)}
  var chosen = null
  try { chosen = localStorage.getItem(${JSON.stringify(themeKey)}) } catch (e) { chosen = null }
  var preferred = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  var id = chosen && Object.prototype.hasOwnProperty.call(schemes, chosen) ? chosen : preferred
  document.documentElement.setAttribute('data-theme', id)
  document.documentElement.setAttribute('data-mantine-color-scheme', schemes[id])
})()
`
}

export function firstPaint(): Plugin {
  return {
    name: 'holdfast-first-paint',
    transformIndexHtml: () => [
      { tag: 'style', children: themeSheet(), injectTo: 'head-prepend' },
      { tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' },
    ],
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end(script())
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: script() })
    },
  }
}
