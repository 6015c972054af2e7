import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNetwork, type Network } from '../image/compose/network.ts'
import { run } from '../image/run.ts'
import { root } from '../processes/programs.ts'
import { type Machine, makeBareDebian, removeMachines, runVisibly, startMachine } from './machines.ts'
import { startPackageProxy } from './package-proxy.ts'

export const host = 'holdfast.firm.local'
export const machinesAtStart = ['db', 'proxy', 'node-1', 'node-2']
export const machinesForFailover = ['etcd-1', 'etcd-2', 'etcd-3', 'pg-1', 'pg-2']

export interface Environment {
  readonly network: Network
  /** Values for the variables in the documents. */
  readonly values: Record<string, string>
  /** Runs a script that stops at the first error. `build` is the operator's own machine: this one. */
  readonly execute: (name: string, script: string) => Promise<string>
  readonly start: (name: string) => Promise<void>
  readonly machine: (name: string) => Machine
  readonly emptyBucket: () => Promise<void>
  readonly emptyBackups: () => Promise<void>
}

export async function withEnvironment(work: (environment: Environment) => Promise<void>): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'holdfast-walk-'))
  await chmod(scratch, 0o755)
  const network = await createNetwork([...machinesAtStart, ...machinesForFailover, 'storage'], { proxy: host }, scratch)
  const packages = await startPackageProxy(network.gateway, join(root, '.cache/debian/packages'))
  const [storageFolder, backups, build] = ['storage', 'backups', 'build'].map((name) => join(scratch, name)) as [
    string,
    string,
    string,
  ]
  const empty = async (folder: string) => {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
  }
  const emptyBucket = () => empty(join(storageFolder, 'holdfast-files'))
  const machines = new Map<string, Machine>()
  let storage: ChildProcess | undefined
  try {
    await emptyBucket()
    for (const folder of [backups, build]) await mkdir(folder)
    const [certificate, key] = [join(scratch, 'storage.crt'), join(scratch, 'storage.key')]
    const subject = ['-subj', '/CN=storage', '-addext', 'subjectAltName=DNS:storage']
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30']
    await run('openssl', ['req', ...kind, ...subject, '-out', certificate, '-keyout', key])
    const script = join(root, 'scripts/image/compose/s3-storage.ts')
    const line = [process.execPath, script, storageFolder, '443', certificate, key]
    storage = spawn('ip', [...network.inside('storage'), ...line], { stdio: 'inherit' })
    process.once('exit', () => storage?.kill())
    await run('git', ['clone', '--quiet', '--bare', root, join(scratch, 'holdfast.git')])
    const bare = join(scratch, 'bare')
    await makeBareDebian(bare)
    const machine = (name: string): Machine => {
      const found = machines.get(name)
      if (!found) throw new Error(`There is no machine ${name}`)
      return found
    }
    const env = {
      ...process.env,
      PATH: `${join(root, 'scripts/walk/stand-ins')}:${process.env['PATH']}`,
      MACHINES: join(scratch, 'machines'),
    }
    await work({
      network,
      values: {
        SITE: host,
        SOURCE: join(scratch, 'holdfast.git'),
        RELEASE: commitOf('HEAD'),
        DATABASE_PASSWORD: 'password-of-the-walk',
        S3_ENDPOINT: 'https://storage',
        S3_ACCESS_KEY_ID: 'S3RVER',
        S3_SECRET_ACCESS_KEY: 'S3RVER',
      },
      execute: (name, text) =>
        name === 'build' ? runVisibly('bash', ['-euc', text], { cwd: build, env }) : machine(name).execute(text),
      async start(name) {
        const options = { scratch, network, proxyUrl: packages.url, certificates: [certificate], backups }
        machines.set(name, await startMachine(bare, name, options))
      },
      machine,
      emptyBucket,
      emptyBackups: () => run('find', [backups, '-mindepth', '1', '-delete']).then(() => undefined),
    })
  } finally {
    for (const each of machines.values()) await each.kill()
    storage?.kill()
    packages.server.close()
    packages.server.closeAllConnections()
    await network.remove()
    await removeMachines(scratch, [...machines.keys()])
  }
}

export const commitOf = (name: string): string =>
  execFileSync('git', ['rev-parse', '--short', name], { cwd: root, encoding: 'utf8' }).trim()
