// `npm test -- static unit e2e`: parts of it.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './processes/chromium.ts'
import { makeRunFolder } from './processes/memory-folder.ts'
import { programOf, root, runScript } from './processes/programs.ts'
import { programStep, staticSteps } from './checks/static-steps.ts'
import { endRun, runSteps, type Step } from './checks/steps.ts'
import { stopWithLauncher } from './processes/stop-with-launcher.ts'
import { countPlaywright, countReport, countVitest } from './checks/test-counts.ts'
import { testEnvironment } from './checks/test-environment.ts'

const parts = ['static', 'unit', 'e2e']

stopWithLauncher()
const requested = process.argv.slice(2)
const unknown = requested.filter((part) => !parts.includes(part))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Parts of the tests: ${parts.join(', ')}`)
  process.exit(1)
}
const folder = makeRunFolder(process.env)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
endRun(await runSteps(stepsFor(requested.length > 0 ? requested : parts)))

function stepsFor(wanted: readonly string[]): Step[] {
  return [
    ...(wanted.includes('unit') || wanted.includes('e2e') ? [browserStep()] : []),
    ...(wanted.includes('static') ? staticSteps() : []),
    ...(wanted.includes('e2e') ? [programStep('build', join(root, 'scripts', 'build.ts'), [])] : []),
    ...(wanted.includes('unit') ? [unitStep()] : []),
    ...(wanted.includes('e2e') ? [endToEndStep()] : []),
  ]
}

function browserStep(): Step {
  return {
    name: 'browser',
    run: async () => {
      const { executablePath } = await ensureChromium()
      console.log(executablePath)
      // Later steps need not search for it again.
      process.env['CHROMIUM'] = executablePath
      return { passed: 1, failed: 0 }
    },
  }
}

function unitStep(): Step {
  const report = join(folder, 'vitest.json')
  const args = ['run', '-c', 'scripts/vitest.config.ts', '--reporter=default', '--reporter=json']
  return {
    name: 'unit',
    run: async () => {
      const code = await runScript(programOf('vitest'), [...args, `--outputFile.json=${report}`], testEnvironment())
      return countReport(report, code, countVitest)
    },
  }
}

function endToEndStep(): Step {
  const report = join(folder, 'playwright.json')
  const args = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json']
  return {
    name: 'e2e',
    needs: ['browser', 'build'],
    run: async () => {
      const env = { ...testEnvironment(), PLAYWRIGHT_JSON_OUTPUT_FILE: report }
      return countReport(report, await runScript(programOf('playwright'), args, env), countPlaywright)
    },
  }
}
