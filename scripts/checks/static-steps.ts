import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { programOf, root, runScript } from '../processes/programs.ts'
import type { Step } from './steps.ts'
import { countStep } from './test-counts.ts'
import { testEnvironment } from './test-environment.ts'

/** Dependencies are checked by the other step. */
const codeChecks = ['--include', 'files,exports,types']

export function staticSteps(): Step[] {
  return [
    programStep('format', programOf('oxfmt'), ['--check']),
    programStep('lint', programOf('oxlint'), ['--deny-warnings']),
    ...packages().map((folder) => programStep(`types: ${folder}`, programOf('typescript', 'tsc'), ['-p', folder])),
    programStep('unused', programOf('knip'), ['-c', 'scripts/knip.json']),
    programStep('used by tests only', programOf('knip'), [
      '-c',
      'scripts/knip-product.json',
      '--production',
      ...codeChecks,
    ]),
    programStep('texts', join(root, 'scripts', 'check-texts.ts'), []),
    programStep('migrations', join(root, 'scripts', 'db-generate.ts'), ['--check']),
  ]
}

export function programStep(name: string, script: string, args: string[]): Step {
  return { name, run: async () => countStep(await runScript(script, args, testEnvironment())) }
}

function packages(): string[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return ['.', ...folders.map((entry) => entry.name).filter((name) => existsSync(join(root, name, 'tsconfig.json')))]
}
