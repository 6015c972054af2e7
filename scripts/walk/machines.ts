// Bare Debian 12 machines. Each has namespaces of its own and a root folder that overlays one made by mmdebstrap. Needs
// root.
import { type ChildProcess, spawn, type SpawnOptions, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { ensurePrograms } from '../drills/debian-process.ts'
import type { Network } from '../image/compose/network.ts'
import { run } from '../image/run.ts'
import { root } from '../processes/programs.ts'

const standIns = join(root, 'scripts/walk/stand-ins')

export interface Machine {
  /** Its root folder, as a path on this machine. */
  readonly folder: string
  /** Prints and returns the output; throws if a command fails. */
  readonly execute: (script: string) => Promise<string>
  readonly kill: () => Promise<void>
}

interface Options {
  readonly scratch: string
  readonly network: Network
  readonly proxyUrl: string
  /** Certificates that the firm's machines trust. */
  readonly certificates: readonly string[]
  /** A folder that all machines mount. */
  readonly backups: string
}

export async function makeBareDebian(folder: string): Promise<void> {
  ensurePrograms({ mmdebstrap: 'mmdebstrap' })
  const archive = join(root, '.cache/debian/bare.tar')
  if (!existsSync(archive)) {
    await mkdir(join(archive, '..'), { recursive: true })
    const options = ['--quiet', '--variant=minbase', '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr']
    await run('mmdebstrap', [...options, '--include=usr-is-merged', 'bookworm', `${archive}.new.tar`])
    await rename(`${archive}.new.tar`, archive)
  }
  await mkdir(folder)
  await run('tar', ['-C', folder, '-xpf', archive])
}

export async function startMachine(bare: string, name: string, options: Options): Promise<Machine> {
  const { scratch, network, proxyUrl, certificates, backups } = options
  const machineFolder = join(scratch, 'machines', name)
  const folder = join(machineFolder, 'root')
  for (const each of ['root', 'upper', 'work']) await mkdir(join(machineFolder, each), { recursive: true })
  const layers = `lowerdir=${bare},upperdir=${join(machineFolder, 'upper')},workdir=${join(machineFolder, 'work')}`
  await run('mount', ['-t', 'overlay', 'overlay', '-o', layers, folder])
  await writeFile(join(folder, 'etc/apt/apt.conf.d/99proxy'), `Acquire::http::Proxy "${proxyUrl}";\n`)
  await writeFile(join(folder, 'etc/dpkg/dpkg.cfg.d/99fast'), 'force-unsafe-io\n')
  // There is no systemd, so packages must not try to start their services.
  await writeFile(join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  await mkdir(join(folder, 'usr/local/share/ca-certificates'), { recursive: true })
  for (const [at, path] of certificates.entries())
    await copyFile(path, join(folder, `usr/local/share/ca-certificates/firm-${at}.crt`))
  await copyFile(join(standIns, 'systemctl'), join(folder, 'usr/local/bin/systemctl'))
  const separate = 'unshare --mount --pid --uts --fork --kill-child'.split(' ')
  const first = [join(standIns, 'start-machine.sh'), folder, name, network.hosts, backups]
  const program = spawn('ip', [...network.inside(name), ...separate, ...first], { stdio: 'inherit' })
  const pid = await firstProcess(program)
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const enter = `--target ${pid} --mount --uts --pid --net --root env -i --chdir=/root`.split(' ')
  const inside = (script: string): string[] => [
    ...enter,
    `PATH=${path}`,
    'HOME=/root',
    'DEBIAN_FRONTEND=noninteractive',
    'bash',
    '-euc',
    script,
  ]
  const kill = async () => {
    if (program.exitCode === null && program.signalCode === null) await run('kill', ['-KILL', pid]).catch(() => {})
    while (program.exitCode === null && program.signalCode === null) await after(50)
  }
  process.once('exit', () => {
    spawnSync('kill', ['-KILL', pid])
    spawnSync('umount', ['-l', folder])
  })
  return {
    folder,
    execute: (script) => runVisibly('nsenter', inside(script)),
    kill,
  }
}

export async function runVisibly(
  program: string,
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<string> {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`A command ended with ${code}`)
  return output
}

/** A child of `unshare`, with which `ip` has replaced itself. */
async function firstProcess(program: ChildProcess): Promise<string> {
  for (;;) {
    const found = await run('pgrep', ['--parent', String(program.pid)]).catch(() => '')
    if (found && existsSync(`/proc/${found}`)) {
      const name = await run('cat', [`/proc/${found}/cmdline`]).catch(() => '')
      if (name.includes('sleep 3600')) return found
    }
    if (program.exitCode !== null) throw new Error('A machine did not start')
    await after(50)
  }
}

export const removeMachines = async (scratch: string, names: readonly string[]): Promise<void> => {
  for (const name of names) await run('umount', ['-l', join(scratch, 'machines', name, 'root')]).catch(() => {})
  await rm(scratch, { recursive: true, force: true })
}
