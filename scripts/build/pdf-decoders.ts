// Decoders of scanned images, which the PDF library loads by name when a file needs them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const { resolve } = createRequire(import.meta.url)
const names = ['jbig2_nowasm_fallback.js', 'openjpeg_nowasm_fallback.js'] as const

export const pdfDecoders = (): Plugin => ({
  name: 'holdfast-pdf-decoders',
  apply: 'build',
  generateBundle() {
    for (const name of names)
      this.emitFile({
        type: 'asset',
        fileName: `pdf/${name}`,
        source: readFileSync(resolve(`pdfjs-dist/wasm/${name}`)),
      })
  },
})
