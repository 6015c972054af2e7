// The image as docker would build and run it. Needs root and Debian's packages buildah and mmdebstrap.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../processes/free-port.ts'
import { root } from '../processes/programs.ts'
import type { Step } from '../checks/steps.ts'
import { withRootOf } from './base-images.ts'
import { buildHoldfast } from './build-holdfast.ts'
import { run } from './run.ts'

const maxMegabytes = 350
const userId = 10_001
const startMs = 60_000

export const imageStep = (): Step => ({
  name: 'the container image',
  run: async () => {
    const image = await buildHoldfast()
    const counts = { passed: 0, failed: 0 }
    await withRootOf(image, async (folder) => {
      for (const [name, check] of Object.entries(checks)) {
        const problem = await check(folder).catch(String)
        counts[problem ? 'failed' : 'passed']++
        console.log(`${problem ? '✗' : '✓'} ${name}${problem ? `: ${problem}` : ''}`)
      }
    })
    return counts
  },
})

const checks: Readonly<Record<string, (folder: string) => Promise<string | undefined>>> = {
  [`is under ${maxMegabytes} MB`]: async (folder) => {
    const megabytes = Number((await run('du', ['-sm', '--apparent-size', folder])).split('\t')[0])
    console.log(`  ${megabytes} MB`)
    return megabytes < maxMegabytes ? undefined : `${megabytes} MB`
  },
  'has no compiler and no development dependency': async (folder) => {
    const modules = ['typescript', 'vite', 'vitest', 'playwright', 'react'].map(
      (name) => `opt/holdfast/node_modules/${name}`,
    )
    const programs = ['gcc', 'cc', 'g++', 'clang', 'make'].map((name) => `usr/bin/${name}`)
    const found = [...modules, ...programs].filter((path) => existsSync(join(folder, path)))
    return found.length > 0 ? `with ${found.join(', ')}` : undefined
  },
  'lists its packages in a bill of materials': async (folder) => {
    const app = join(folder, 'opt', 'holdfast')
    const materials = JSON.parse(await readFile(join(app, 'sbom.cdx.json'), 'utf8')) as {
      readonly components: readonly { readonly name: string; readonly group?: string }[]
    }
    const listed = new Set(materials.components.map(({ group, name }) => (group ? `${group}/${name}` : name)))
    const { dependencies } = JSON.parse(await readFile(join(app, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>
    }
    const missing = Object.keys(dependencies).filter((name) => !listed.has(name))
    return missing.length > 0 ? `without ${missing.join(', ')}` : undefined
  },
  'serves with a read-only root, without root rights, and stops in time': serve,
}

async function serve(folder: string): Promise<string | undefined> {
  const volume = await mkdtemp(join(tmpdir(), 'holdfast-volume-'))
  await chown(volume, userId, userId)
  const port = await freePort()
  const settings = [
    `PORT=${port}`,
    `PUBLIC_URL=http://localhost:${port}`,
    ...(await run('node', ['scripts/run.mjs', 'keys'])).split('\n').filter((line) => /^(SECRET|VAPID)/.test(line)),
  ]
  const inImage = (...command: string[]) => [
    '--mount',
    '--pid',
    '--fork',
    '--kill-child',
    join(root, 'scripts', 'image', 'run-read-only.sh'),
    folder,
    volume,
    ...settings,
    ...command,
  ]
  const server = spawn('unshare', inImage('holdfast', 'serve'), { stdio: 'inherit' })
  try {
    if (!(await isReady(server, `http://localhost:${port}/readyz`))) return 'it never became ready'
    await run('unshare', inImage('holdfast', 'healthy'))
    const owners = await run('sh', ['-c', `find "${volume}" ! -uid ${userId} | head -3`])
    if (owners) return `others own ${owners}`
    if ((await readdir(volume)).length === 0) return 'nothing was written to the volume'
    return await stop(server)
  } finally {
    // It changed its user, so the kernel does not kill it with its parent.
    if (server.exitCode === null) await run('kill', ['-KILL', await firstProcess(server)])
    await rm(volume, { recursive: true, force: true })
  }
}

async function isReady(server: ChildProcess, url: string): Promise<boolean> {
  for (const end = Date.now() + startMs; Date.now() < end && server.exitCode === null; await delay(200)) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return true
  }
  return false
}

const firstProcess = async (server: ChildProcess): Promise<string> =>
  (await run('pgrep', ['--parent', String(server.pid)])).split('\n')[0]!

/** What `docker stop` does: the first process gets SIGTERM. */
async function stop(server: ChildProcess): Promise<string | undefined> {
  const ended = once(server, 'exit')
  await run('kill', ['-TERM', await firstProcess(server)])
  const [code] = (await Promise.race([ended, delay(20_000, ['nothing within 20 s'])])) as [unknown]
  return code === 0 ? undefined : `it ended with ${String(code)}`
}
