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
/** Only ends a test that hangs: no result depends on how fast the machine is. */
const testTimeout = 600_000
/** The same for a condition that a test waits for. vi.waitFor ignores it and gives up after a second: use expect.poll. */
const awaited = { poll: { timeout: 60_000 } }
const executablePath = findChromium()

interface NodeProject {
  readonly before?: readonly string[]
  /** After the projects without this. */
  readonly isLast?: boolean
  readonly except?: readonly string[]
  /** Gives every file modules of its own, instead of loading them once for all files. */
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
      expect: awaited,
      isolate,
      sequence: { groupOrder: isLast ? 1 : 0 },
      setupFiles: [...before, ...setupFiles],
    },
  }
}

/** Tests that change the definitions of entities, of which modules keep what they derived. */
const changesDefinitions = 'web/store/feed/fill-rows.test.ts'

const hearsAnswers = 'sync-server/test/answers/record-answers.ts'
/** Needs what the tests of the server have heard. */
const comparesAnswers = 'sync-server/described-answers.test.ts'

/** Tests of what is in memory or on the way, which is the same on every disk. */
const besideDisks =
  'web/store/{acts,live,missed-messages,online-records,sort-items,tables,verdicts,view,view-slices,whose-request}.test.ts'

const storeProjects = (
  name: string,
  before: readonly string[],
  except: readonly string[] = [],
): TestProjectInlineConfiguration[] => [
  nodeProject(name, 'web/store/**/*.test.ts', { before, except: [changesDefinitions, ...except], isolate: false }),
  nodeProject(`${name}-alone`, changesDefinitions, { before }),
]

/**
 * Source maps of libraries are ten times the size of their code, and the browser would load them again for every test
 * file.
 */
const withoutLibraryMaps: Plugin = {
  name: 'without-library-maps',
  transform: { filter: { id: /\/\.vite\// }, order: 'post', handler: (code) => ({ code, map: { mappings: '' } }) },
}

export default defineConfig({
  root,
  test: {
    // The usual number leaves one core to the runner, which idles: of two cores, half would stay unused.
    maxWorkers: availableParallelism(),
    // One database server for the whole run, whichever projects take part.
    globalSetup: ['sync-server/test/global-setup.ts'],
    projects: [
      nodeProject('schema', 'schema/**/*.test.ts', { isolate: false }),
      nodeProject('server', 'sync-server/**/*.test.ts', {
        before: [hearsAnswers],
        except: [comparesAnswers],
        isolate: false,
      }),
      nodeProject('server-afterwards', comparesAnswers, { isLast: true }),
      ...storeProjects('store', ['fake-indexeddb/auto']),
      ...storeProjects('sealed', ['fake-indexeddb/auto', 'web/store/test/seal-disks.ts'], [besideDisks]),
      nodeProject('scripts', 'scripts/**/*.test.ts'),
      nodeProject('sw', 'sw/**/*.test.ts'),
      {
        root,
        plugins: [react(), withoutLibraryMaps],
        define: await versionWords(),
        // Every test file has a page of its own, which would ask for each of hundreds of modules whether it has changed.
        server: { headers: { 'Cache-Control': 'public, max-age=31536000, immutable' } },
        // If Vite found them during the run, it would reload the page in the middle of a test.
        optimizeDeps: {
          include: ['@tanstack/react-router', 'rxdb/plugins/core', 'rxdb/plugins/storage-dexie', 'uuid'],
        },
        test: {
          name: 'web',
          // After the others, so that a page under test does not share its core with the simulator.
          sequence: { groupOrder: 1 },
          include: ['web/**/*.test.tsx'],
          setupFiles: ['web/test/without-tracks.ts', ...setupFiles],
          testTimeout,
          hookTimeout: testTimeout,
          expect: awaited,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              // Movements are drawn frame by frame, without a graphics card, while the test waits for their end.
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
