import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, normalizePath } from 'vite'
import { firstPage } from './scripts/build/first-page.ts'
import { pdfDecoders } from './scripts/build/pdf-decoders.ts'
import { projectFiles } from './scripts/build/project-files.ts'
import { packageBuilds } from './scripts/build/package-builds.ts'
import { versionWords } from './scripts/build/version.ts'

// Keeps the page's Host header, because the server compares it with Origin.
const server = { target: 'http://localhost:3001', changeOrigin: false }
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

const packages = (names: string): RegExp => new RegExp(`node_modules[\\\\/](${names})[\\\\/]`)
const own = projectFiles(normalizePath(path('.')))

const isForNewVisitors = own(
  /^(web\/app\/start\/(landing-form|swap-fonts-on-arrival|register-worker|remembered)|schema\/app\/(shared-files|unavailable-file))\.ts$/,
)
const isSchema = own(/^schema\/(?!locales|import|themes\/(?!fonts)).+\.ts$/)
const isParser = packages('zod|big\\.js')
const isShared = own(/^web\/(?!store\/).+\.tsx?$/)
const isOverlay = packages('@mantine|@floating-ui')

// Each file costs a round trip on the first visit, so startup and shared code is one file. Packages for the first paint
// are separate, so they stay cached across releases.
const groups = [
  // The dependencies of entry.ts, which new visitors load. Not entry.ts itself: it awaits the app, which also needs them.
  {
    name: 'first',
    test: (id: string) => id.includes('preload-helper') || isForNewVisitors(id),
    priority: 1,
  },
  { name: 'react', test: packages('react|react-dom|scheduler|use-sync-external-store') },
  { name: 'router', test: packages('@tanstack[\\\\/](react-router|router-core|history|react-store|store)') },
  { name: 'words', test: packages('i18next|react-i18next') },
  // The parsers, with the module that forbids them eval: see schema/app/without-eval.ts.
  {
    name: 'schema',
    test: (id: string) => isSchema(id) || isParser.test(id),
  },
  { name: 'components', test: packages('@mantine|@tabler|clsx|zustand'), tags: ['$initial' as const] },
  { name: 'app', test: own(/^web\/(?!entry).+\.tsx?$/), tags: ['$initial' as const] },
  { name: 'icons', test: packages('@tabler'), minShareCount: 2 },
  {
    name: 'shared',
    test: (id: string) => isShared(id) || isOverlay.test(id),
    minShareCount: 2,
    entriesAware: true,
    // In bytes, before minification. A larger threshold would load code that a screen does not need.
    entriesAwareMergeThreshold: 1_500,
  },
]

/** A chunk shared by several screens would otherwise be named after all of them. */
const shortOf = (name: string): string => (name.startsWith('shared~') ? 'shared' : name.replace(/\.[^.]+$/, ''))

export default defineConfig(async () => ({
  root: path('web'),
  define: await versionWords(),
  publicDir: 'public',
  resolve: packageBuilds.resolve,
  plugins: [react(), firstPage(), pdfDecoders()],
  build: {
    outDir: path('dist/web'),
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    // The first versions that support `:dir()`; compiled to a list of languages it would miss parts in another direction.
    cssTarget: ['chrome120', 'edge120', 'firefox121', 'safari17.2'],
    rolldownOptions: {
      // The app is a separate entry, which web/entry.ts loads if someone may be signed in.
      input: { index: path('web/index.html'), main: path('web/main.tsx') },
      output: {
        codeSplitting: { groups },
        chunkFileNames: ({ name }: { name: string }) => `assets/${shortOf(name)}-[hash].js`,
        assetFileNames: ({ names }: { names: string[] }) => `assets/${shortOf(names[0] ?? 'file')}-[hash][extname]`,
      },
    },
  },
  server: { proxy: { '/api': server, '/files': server } },
}))
