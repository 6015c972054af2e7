import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isStale } from '../build/stamp.ts'
import { ensureChromium } from '../processes/chromium.ts'
import { checkOut } from '../processes/older-checkout.ts'
import { programOf, root, runScript } from '../processes/programs.ts'
import type { Step } from './steps.ts'
import { countStep } from './test-counts.ts'
import { testEnvironment } from './test-environment.ts'

const run = promisify(execFile)
const git = async (...args: readonly string[]): Promise<string> =>
  (await run('git', [...args], { cwd: root })).stdout.trim()

/** Names that outlive a build are those that this commit wrote. */
const firstCommit = 'a582d3a7'

/** Without a commit: the last release. */
export const olderVersionStep = (commit: string): Step =>
  stepWithOlder('an older version of the app, then this one', async () => commit || (await lastRelease()), [
    '-c',
    'e2e/playwright.config.ts',
    'two-builds.spec.ts',
    '-g',
    'two builds',
  ])

/** With a device full of unsent work, interrupted at each of its writes. */
export const upgradeStep = (): Step =>
  stepWithOlder('an upgrade that loses nothing', async () => firstCommit, ['-c', 'e2e/upgrade/playwright.config.ts'])

const stepWithOlder = (name: string, commit: () => Promise<string>, tests: readonly string[]): Step => ({
  name,
  run: async () => {
    const older = await commit()
    await requireCommit(older)
    if ((await isStale()) && (await runScript(join(root, 'scripts', 'build.ts'), [], process.env)))
      return { passed: 0, failed: 1 }
    const { executablePath } = await ensureChromium()
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-older-'))
    try {
      await buildOf(older, folder)
      const env = { ...testEnvironment(), CHROMIUM: executablePath, OLDER_BUILD: join(folder, 'dist', 'web') }
      return countStep(await runScript(programOf('playwright'), ['test', ...tests], env))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
})

/** The newest earlier commit that set the version. */
const lastRelease = (): Promise<string> =>
  git('log', '-1', '--format=%H', '-G^  "version":', 'HEAD~1', '--', 'package.json')

/** A shallow clone lacks older commits. */
async function requireCommit(commit: string): Promise<void> {
  const isHere =
    commit !== '' &&
    (await git('cat-file', '-e', `${commit}^{commit}`).then(
      () => true,
      () => false,
    ))
  if (!isHere) throw new Error(`Git has no commit ${commit || 'of the last release'}: run \`git fetch --unshallow\``)
}

async function buildOf(commit: string, folder: string): Promise<void> {
  console.log(await git('log', '-1', '--format=%h of %cI: %s', commit))
  // Its run.mjs would install other packages, even when only the version differs.
  const command = (await checkOut(commit, folder)) ? ['scripts/build.ts'] : ['scripts/run.mjs', 'build']
  const [code] = await once(spawn(process.execPath, command, { cwd: folder, stdio: 'inherit' }), 'exit')
  if (code !== 0) throw new Error('The older version could not be built')
}
