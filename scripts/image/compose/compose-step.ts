// Runs the services of compose.yaml in network namespaces. Docker and other images are not tested.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../../processes/programs.ts'
import type { Step } from '../../checks/steps.ts'
import { buildHoldfast } from '../build-holdfast.ts'
import { withRootOf } from '../base-images.ts'
import { run } from '../run.ts'
import { readServices, type Service } from './compose-file.ts'
import { createNetwork, type Network } from './network.ts'
import { commandOf, inImage, type ServicePaths } from './programs.ts'
import { openSite } from './site.ts'

/** Caddy is its own certificate authority for names that end like this. */
const site = 'holdfast.localhost'
const startMs = 90_000

interface RunningServices {
  readonly service: Service
  readonly program: ChildProcess
  readonly volumeAt: (path: string) => string
}

export const composeStep = (): Step => ({
  name: 'the services of compose.yaml',
  run: async () => {
    const image = await buildHoldfast()
    const counts = { passed: 0, failed: 0 }
    await withRootOf(image, async (folder) => {
      await withServices(folder, async (stack) => {
        for (const [name, check] of Object.entries(checks)) {
          const problem = await check(stack).catch(String)
          counts[problem ? 'failed' : 'passed']++
          console.log(`${problem ? '✗' : '✓'} ${name}${problem ? `: ${problem}` : ''}`)
        }
      })
    })
    return counts
  },
})

interface Stack {
  readonly services: ReadonlyMap<string, RunningServices>
  readonly status: (path: string) => Promise<number>
  /** What `docker compose exec` does with a node. */
  readonly exec: (name: string, ...command: readonly string[]) => Promise<string>
}

async function withServices(image: string, work: (stack: Stack) => Promise<void>): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'holdfast-compose-'))
  const keys = Object.fromEntries(
    (await run('node', ['scripts/run.mjs', 'keys']))
      .split('\n')
      .map((line) => line.split(/=(.*)/s).slice(0, 2))
      .filter(([name, value]) => /^[A-Z_0-9]+$/.test(name!) && value),
  ) as Record<string, string>
  // The keys of the storage that stands in for the gateway.
  const variables = { SITE: site, ...keys, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
  const all = await readServices(variables)
  const network = await createNetwork([...all.keys()], { caddy: site }, scratch)
  const services = new Map<string, RunningServices>()
  try {
    for (const [name, service] of all)
      services.set(name, await start(name, service, { image, scratch, network }, services))
    const ca = await certificateOf(services.get('caddy')!)
    const { request } = openSite(site, network.addressOf('caddy'), ca)
    await work({
      services,
      status: async (path) => (await request(path, {})).status,
      exec: (name, ...command) => {
        const { service, volumeAt } = services.get(name)!
        const line = inImage(image, volumeAt('/var/lib/holdfast'), service.environment, command)
        return run('ip', wrapped(name, network, line))
      },
    })
  } finally {
    for (const { program } of services.values()) await kill(program, 'KILL')
    await network.remove()
    await rm(scratch, { recursive: true, force: true })
  }
}

const wrapped = (name: string, { hosts, inside }: Network, line: readonly string[]): string[] => [
  ...inside(name),
  'unshare',
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
  join(root, 'scripts', 'image', 'compose', 'start-service.sh'),
  hosts,
  ...line,
]

async function start(
  name: string,
  service: Service,
  { image, scratch, network }: { readonly image: string; readonly scratch: string; readonly network: Network },
  earlier: ReadonlyMap<string, RunningServices>,
): Promise<RunningServices> {
  for (const [needed, condition] of Object.entries(service.depends_on))
    await isReached(needed, condition, earlier, network)
  const volumes = service.volumes.map((line) => line.split(':') as [string, string])
  for (const [source] of volumes) if (!source.startsWith('.')) await mkdir(join(scratch, source), { recursive: true })
  const volumeAt = (path: string): string => {
    const [source] = volumes.find(([, target]) => target === path)!
    return source.startsWith('.') ? join(root, source) : join(scratch, source)
  }
  const paths: ServicePaths = { image, volumeAt, scratch }
  const program = spawn('ip', wrapped(name, network, await commandOf(service, paths)), { stdio: 'inherit' })
  return { service, program, volumeAt }
}

async function isReached(
  name: string,
  condition: string,
  earlier: ReadonlyMap<string, RunningServices>,
  network: Network,
): Promise<void> {
  const { program, service } = earlier.get(name)!
  if (condition === 'service_completed_successfully') {
    const code = program.exitCode ?? ((await once(program, 'exit')) as [number])[0]
    if (code !== 0) throw new Error(`${name} ended with ${code}`)
  }
  if (condition !== 'service_healthy') return
  const [, ...test] = service.healthcheck!.test
  for (const end = Date.now() + startMs; Date.now() < end; await delay(500)) {
    const isHealthy = run('ip', [...network.inside(name), 'env', 'PGHOST=127.0.0.1', ...test]).then(
      () => true,
      () => false,
    )
    if (await isHealthy) return
  }
  throw new Error(`${name} is not healthy`)
}

async function certificateOf({ volumeAt }: RunningServices): Promise<string> {
  const path = join(volumeAt('/data'), 'caddy/pki/authorities/local/root.crt')
  for (const end = Date.now() + startMs; Date.now() < end; await delay(200)) {
    const text = await readFile(path, 'utf8').catch(() => '')
    if (text) return text
  }
  throw new Error('Caddy has made no certificate')
}

/** Its first process is below `unshare`, which is below `ip`'s replacement of itself. */
async function kill(program: ChildProcess, signal: string): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return
  const ended = once(program, 'exit')
  const [first] = (await run('pgrep', ['--parent', String(program.pid)]).catch(() => '')).split('\n')
  if (first) await run('kill', [`-${signal}`, first]).catch(() => {})
  else program.kill('SIGKILL')
  await ended
}

const checks: Readonly<Record<string, (stack: Stack) => Promise<string | undefined>>> = {
  'both nodes become ready behind TLS': async ({ status, services }) => {
    for (const end = Date.now() + startMs; Date.now() < end; await delay(300)) {
      const ready = await status('/readyz').catch(() => 0)
      const dead = [...services].find(([name, { program }]) => name !== 'bucket' && program.exitCode !== null)
      if (dead) return `${dead[0]} ended with ${dead[1].program.exitCode}`
      if (ready === 200) return undefined
    }
    return 'never'
  },
  'a firm can be created in a node, and its invitation leads to the site': async ({ exec, status }) => {
    const create = ['admin', 'create-firm', '--name', 'North Capital', '--email', 'admin@north.example']
    const output = await exec('node-1', 'holdfast', ...create)
    const [, path] = new RegExp(`https://${site}(/\\S+)`).exec(output) ?? []
    if (!path) return output
    const statusCode = await status(path)
    return statusCode === 200 ? undefined : `the invitation returns ${statusCode}`
  },
  'the doctor finds database, storage, keys and both nodes in order': async ({ exec }) => {
    const output = await exec('node-2', 'sh', '-c', 'holdfast admin doctor --json || true')
    const { checks: found } = JSON.parse(output.slice(output.indexOf('{'))) as {
      readonly checks: readonly { readonly name: string; readonly level: string; readonly text: string }[]
    }
    const expected = ['database', 'migrations', 'file storage', 'push keys', 'clocks', 'settings']
    const bad = found.filter(({ name, level }) => expected.includes(name) && level !== 'ok')
    const missing = expected.filter((name) => found.every((each) => each.name !== name))
    return bad.length + missing.length ? JSON.stringify([...bad, ...missing]) : undefined
  },
  'the site answers every request after a node was killed': async ({ services, status }) => {
    await kill(services.get('node-1')!.program, 'KILL')
    const statuses = await Promise.all(Array.from({ length: 50 }, () => status('/readyz')))
    const bad = statuses.filter((each) => each !== 200)
    return bad.length ? `${bad.length} of 50 returned ${bad[0]}` : undefined
  },
  'each service stops within its grace period': async ({ services }) => {
    for (const [name, { service, program }] of [...services].toReversed()) {
      const graceMs = 1_000 * Number.parseInt(service.stop_grace_period, 10)
      const isInTime = await Promise.race([kill(program, 'TERM').then(() => true), delay(graceMs, false)])
      if (!isInTime) return `${name} was still running`
      if (name.startsWith('node-2') && program.exitCode !== 0) return `${name} ended with ${program.exitCode}`
    }
    return undefined
  },
}
