import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, normalizePath } from 'vite'
import { firstPage } from './scripts/build/first-page.ts'
import { projectFiles } from './scripts/build/project-files.ts'
import { packageBuilds } from './scripts/build/package-builds.ts'
import { versionWords } from './scripts/build/version.ts'

// The Host stays the page's own: the server compares it with Origin.
const server = { target: 'http://localhost:3001', changeOrigin: false }
const path = (of: string) => fileURLToPath(new URL(of, import.meta.url))

const packages = (names: string): RegExp => new RegExp(`node_modules[\\\\/](${names})[\\\\/]`)
const own = projectFiles(normalizePath(path('.')))

const isForNewcomers = own(
  /^(web\/app\/start\/(landing-form|swap-fonts-on-arrival|register-worker|remembered)|schema\/app\/(shared-files|unavailable-file))\.ts$/,
)
const isSchema = own(/^schema\/(?!locales|import|themes\/(?!fonts)).+\.ts$/)
const isParser = packages('zod|big\\.js')
const isShared = own(/^web\/(?!store\/).+\.tsx?$/)
const isOverlay = packages('@mantine|@floating-ui')

// Every file costs a device a request, also to its own worker, and a device at its first visit a journey. So what the
// application needs at once is one file; and of what several screens share, what the same screens need. The packages that
// the first picture needs stay apart from our own code, so that people's caches keep them over a release; packages for one
// dialog or screen come with it.
const groups = [
  // What entry.ts needs, which newcomers load. Not entry.ts itself: it waits for the application, which needs this, too.
  {
    name: 'first',
    test: (id: string) => id.includes('preload-helper') || isForNewcomers(id),
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
    // Bytes, before they are made small. With more, people load what their screen does not need.
    entriesAwareMergeThreshold: 1_500,
  },
]

/** What several screens share would be named after all of them. */
const shortOf = (name: string): string => (name.startsWith('shared~') ? 'shared' : name.replace(/\.[^.]+$/, ''))

export default defineConfig(async () => ({
  root: path('web'),
  define: await versionWords(),
  publicDir: 'public',
  resolve: packageBuilds.resolve,
  plugins: [react(), firstPage()],
  build: {
    outDir: path('dist/web'),
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    // The first of each that know `:dir()`: as a list of languages it would miss parts of another direction.
    cssTarget: ['chrome120', 'edge120', 'firefox121', 'safari17.2'],
    rolldownOptions: {
      // The application is an entry of its own: web/entry.ts brings it where somebody may be signed in.
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
