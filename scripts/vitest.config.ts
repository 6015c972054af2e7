import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { playwright } from '@vitest/browser-playwright'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { versionWords } from './build/version.ts'
import { chromiumArgs, findChromium } from './processes/chromium.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const setupFiles = ['scripts/checks/fail-on-console-error.ts']
/** Only ends a hanging test. */
const testTimeout = 600_000
const actionTimeout = 60_000
/** vi.waitFor ignores it and gives up after a second: use expect.poll. */
const expectOptions = { poll: { timeout: actionTimeout } }
const executablePath = findChromium()

interface NodeProject {
  readonly before?: readonly string[]
  readonly isLast?: boolean
  readonly except?: readonly string[]
  readonly isolate?: boolean
}

function nodeProject(
  name: string,
  include: string,
  { before = [], except = [], isolate = true, isLast = false }: NodeProject = {},
): TestProjectInlineConfiguration {
  return {
    root,
    test: {
      name,
      include: [include],
      exclude: [...except],
      environment: 'node',
      testTimeout,
      hookTimeout: testTimeout,
      expect: expectOptions,
      isolate,
      sequence: { groupOrder: isLast ? 1 : 0 },
      setupFiles: [...before, ...setupFiles],
    },
  }
}

/** Modules derive state from entity definitions, which these change. */
const changesDefinitions = 'web/store/feed/fill-rows.test.ts'
const releaseChangesDefinitions = 'scripts/releases/growing-fields.test.ts'

const recordsResponses = 'sync-server/test/responses/record-responses.ts'
/** Needs the responses recorded by the server's tests. */
const comparesResponses = 'sync-server/described-responses.test.ts'
const diskIndependent = [
  'web/store/base/{contract,time-slicing}.test.ts',
  'web/store/disk/documents.test.ts',
  'web/store/feed/{folded-rows,hidden-sets,packed-rows}.test.ts',
  'web/store/files/partial-download.test.ts',
  'web/store/outbox/{acts,verdicts}.test.ts',
  'web/store/sync/{live,missed-messages}.test.ts',
  'web/store/{tables,wire}/*.test.ts',
]

const storeProjects = (
  name: string,
  before: readonly string[],
  except: readonly string[] = [],
): TestProjectInlineConfiguration[] => [
  nodeProject(name, 'web/store/**/*.test.ts', { before, except: [changesDefinitions, ...except], isolate: false }),
  nodeProject(`${name}-alone`, changesDefinitions, { before }),
]

/** Ten times the size of the code; the browser would reload them for every file. */
const withoutLibraryMaps: Plugin = {
  name: 'without-library-maps',
  transform: { filter: { id: /\/\.vite\// }, order: 'post', handler: (code) => ({ code, map: { mappings: '' } }) },
}

export default defineConfig({
  root,
  test: {
    // The default leaves one core to the idle runner.
    maxWorkers: availableParallelism(),
    globalSetup: ['sync-server/test/global-setup.ts'],
    projects: [
      nodeProject('schema', 'schema/**/*.test.ts', { isolate: false }),
      nodeProject('server', 'sync-server/**/*.test.ts', {
        before: [recordsResponses],
        except: [comparesResponses],
        isolate: false,
      }),
      nodeProject('server-afterwards', comparesResponses, { isLast: true }),
      ...storeProjects('store', ['fake-indexeddb/auto']),
      ...storeProjects('sealed', ['fake-indexeddb/auto', 'web/store/test/seal-disks.ts'], diskIndependent),
      nodeProject('scripts', 'scripts/**/*.test.ts', { except: [releaseChangesDefinitions], isolate: false }),
      nodeProject('scripts-alone', releaseChangesDefinitions),
      nodeProject('sw', 'sw/**/*.test.ts'),
      {
        root,
        plugins: [react(), withoutLibraryMaps],
        define: await versionWords(),
        // Otherwise each file's page would revalidate hundreds of modules.
        server: { headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } },
        // Found during the run, they would reload the page in the middle of a test.
        optimizeDeps: {
          include: [
            '@tanstack/react-router',
            'pdfjs-dist',
            'pdfjs-dist/build/pdf.worker.min.mjs',
            'rxdb/plugins/core',
            'rxdb/plugins/storage-dexie',
            'uuid',
          ],
        },
        test: {
          name: 'web',
          // A page must not share its core with the simulator.
          sequence: { groupOrder: 1 },
          include: ['web/**/*.test.tsx'],
          setupFiles: ['web/test/without-tracks.ts', ...setupFiles],
          testTimeout,
          hookTimeout: testTimeout,
          expect: expectOptions,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              actionTimeout,
              // A test would wait for animations drawn without a graphics card.
              contextOptions: { reducedMotion: 'reduce' },
              launchOptions: { args: chromiumArgs(), ...(executablePath === undefined ? {} : { executablePath }) },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
