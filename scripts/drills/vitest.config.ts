import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Run by `npm run prove`. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['scripts/drills/*.drill.ts'],
    environment: 'node',
    fileParallelism: false,
    globalSetup: ['sync-server/test/global-setup.ts'],
    setupFiles: ['scripts/drills/end-with-vitest.ts'],
    // Only end a hanging drill.
    testTimeout: 7_200_000,
    hookTimeout: 600_000,
    disableConsoleIntercept: true,
  },
})
