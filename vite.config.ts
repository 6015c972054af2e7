import { fileURLToPath } from 'node:url'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { firstPaint } from './web/themes/first-paint.ts'

const server = 'http://localhost:3001'
const path = (of: string) => fileURLToPath(new URL(of, import.meta.url))

// Groups of packages that change rarely, so that a release of ours leaves them in people's caches.
const vendors = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store)[\\/]/ },
  { name: 'router', test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store)[\\/]/ },
  { name: 'words', test: /node_modules[\\/](i18next|react-i18next)[\\/]/ },
]

export default defineConfig({
  root: path('web'),
  publicDir: 'public',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: './routes',
      generatedRouteTree: './app/route-tree.gen.ts',
      addExtensions: true,
      quoteStyle: 'single',
      disableLogging: true,
    }),
    react(),
    firstPaint(),
  ],
  build: {
    outDir: path('dist/web'),
    emptyOutDir: true,
    sourcemap: false,
    target: 'es2023',
    rolldownOptions: { output: { codeSplitting: { groups: vendors } } },
  },
  server: { proxy: { '/api': server, '/files': server } },
})
