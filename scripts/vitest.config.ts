import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { asBuilt, withWarnings } from './vitest-browser.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const setupFiles = ['scripts/fail-on-console-error.ts']

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
      isolate,
      sequence: { groupOrder: isLast ? 1 : 0 },
      setupFiles: [...before, ...setupFiles],
    },
  }
}

/** Tests that change the definitions of entities, of which modules keep what they derived. */
const changesDefinitions = 'web/store/fill-rows.test.ts'

const hearsAnswers = 'sync-server/test/hear-answers.ts'
/** Needs what the tests of the server have heard. */
const comparesAnswers = 'sync-server/described-answers.test.ts'

const storeProjects = (name: string, before: readonly string[]): TestProjectInlineConfiguration[] => [
  nodeProject(name, 'web/store/**/*.test.ts', { before, except: [changesDefinitions], isolate: false }),
  nodeProject(`${name}-alone`, changesDefinitions, { before }),
]

/** They open every screen, dialog and menu. */
const overEveryScreen = 'web/app/**/*.test.tsx'

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
      ...storeProjects('sealed', ['fake-indexeddb/auto', 'web/store/test/seal-disks.ts']),
      nodeProject('scripts', 'scripts/**/*.test.ts'),
      nodeProject('sw', 'sw/**/*.test.ts'),
      asBuilt('web', { root, include: ['web/**/*.test.tsx'], except: [overEveryScreen], setupFiles }),
      withWarnings('web-app', { root, include: [overEveryScreen], setupFiles }),
    ],
  },
})
