import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPage } from './scripts/build/first-page.ts'
import { versionWords } from './scripts/build/version.ts'

// The Host stays the page's own: the server compares it with Origin.
const server = { target: 'http://localhost:3001', changeOrigin: false }
const path = (of: string) => fileURLToPath(new URL(of, import.meta.url))

const packages = (names: string): RegExp => new RegExp(`node_modules[\\\\/](${names})[\\\\/]`)

// The packages that the first picture needs, apart from our own code, so that people's caches keep them over a release.
// Packages for one dialog or screen come with it.
const groups = [
  { name: 'react', test: packages('react|react-dom|scheduler|use-sync-external-store') },
  { name: 'router', test: packages('@tanstack[\\\\/](react-router|router-core|history|react-store|store)') },
  { name: 'words', test: packages('i18next|react-i18next') },
  // The parsers, with the module that forbids them eval: see web/app/without-eval.ts. A newcomer's first script needs a
  // few words of share.ts and no parser.
  {
    name: 'schema',
    test: /[\\/]without-eval\.ts$|[\\/]schema[\\/](?!share\.ts)[^\\/]+\.ts$|node_modules[\\/](zod|big\.js)[\\/]/,
  },
  { name: 'components', test: packages('@mantine|@tabler|clsx|zustand'), tags: ['$initial' as const] },
]

export default defineConfig(async () => ({
  root: path('web'),
  define: await versionWords(),
  publicDir: 'public',
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
      output: { codeSplitting: { groups } },
    },
  },
  server: { proxy: { '/api': server, '/files': server } },
}))
