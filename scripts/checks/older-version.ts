// Builds the app of an earlier commit, so that the browser test of new versions can start with it. Its unsent changes
// must reach the present server.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isStale } from '../build/stamp.ts'
import { ensureChromium } from '../processes/chromium.ts'
import { programOf, root, runScript } from '../processes/programs.ts'
import type { Step } from './steps.ts'
import { countStep } from './test-counts.ts'
import { testEnvironment } from './test-environment.ts'

const run = promisify(execFile)
const git = async (...args: readonly string[]): Promise<string> =>
  (await run('git', [...args], { cwd: root })).stdout.trim()

const dayMs = 86_400_000

/** Without a commit: what a device has after a day away. */
export const olderVersionStep = (commit: string): Step => ({
  name: 'an older version of the app, then this one',
  run: async () => {
    if ((await isStale()) && (await runScript(join(root, 'scripts', 'build.ts'), [], process.env)))
      return { passed: 0, failed: 1 }
    const { executablePath } = await ensureChromium()
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-older-'))
    try {
      await buildOf(commit || (await dayBefore()), folder)
      const env = { ...testEnvironment(), CHROMIUM: executablePath, OLDER_BUILD: join(folder, 'dist', 'web') }
      const args = ['test', '-c', 'e2e/playwright.config.ts', 'new-version.spec.ts', '-g', 'two builds']
      return countStep(await runScript(programOf('playwright'), args, env))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})

async function dayBefore(): Promise<string> {
  const newest = Date.parse(await git('log', '-1', '--format=%cI'))
  return git('log', '-1', '--format=%H', `--before=${new Date(newest - dayMs).toISOString()}`)
}

async function buildOf(commit: string, folder: string): Promise<void> {
  console.log(await git('log', '-1', '--format=%h of %cI: %s', commit))
  const archive = join(folder, 'sources.tar')
  await git('archive', '-o', archive, commit)
  await run('tar', ['-xf', archive], { cwd: folder })
  const lockIn = (place: string) => readFile(join(place, 'package-lock.json'), 'utf8')
  // Otherwise its own script installs what it needs.
  if ((await lockIn(folder)) === (await lockIn(root)))
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const script = join(folder, 'scripts', 'run.mjs')
  const [code] = await once(spawn(process.execPath, [script, 'build'], { cwd: folder, stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error('The older version could not be built')
}
