import { join } from 'node:path'
import { build } from 'vite'
import { injectManifest } from 'workbox-build'
import { isFont } from '#sw/is-font.ts'
import { packageBuilds } from './package-builds.ts'
import { projectFolder, workerEntry } from './folders.ts'

/** Named by a hash of its content, so it never changes. */
const hashedFile = /^assets\/.*-[\w-]{8}\.\w+$/

export async function buildServiceWorker(outDir: string): Promise<{ count: number; bytes: number }> {
  await build({
    configFile: false,
    root: projectFolder,
    publicDir: false,
    resolve: packageBuilds.resolve,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: false,
      lib: { entry: workerEntry, formats: ['iife'], name: 'holdfastWorker', fileName: () => 'sw.js' },
    },
  })
  const workerFile = join(outDir, 'sw.js')
  const { count, size, warnings } = await injectManifest({
    swSrc: workerFile,
    swDest: workerFile,
    globDirectory: outDir,
    globPatterns: ['**/*.{html,js,css,json,svg,png,woff2,webmanifest}'],
    // Shown only by app stores and install prompts, which are online.
    globIgnores: ['screenshots/**'],
    // Fonts come last, because the page requests the ones it needs itself.
    manifestTransforms: [
      (entries) => ({
        manifest: [...entries.filter(({ url }) => !isFont(url)), ...entries.filter(({ url }) => isFont(url))],
        warnings: [],
      }),
    ],
    dontCacheBustURLsMatching: hashedFile,
    maximumFileSizeToCacheInBytes: 8_000_000,
  })
  if (warnings.length > 0) throw new Error(warnings.join('\n'))
  return { count, bytes: size }
}
