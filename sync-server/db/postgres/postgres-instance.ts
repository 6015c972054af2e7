import { execFile, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { findRunAs, spawnAs } from './postgres-process.ts'
import { readPostmaster, removeStaleLockFile } from './postmaster.ts'

export interface PostgresInstance {
  readonly port: number
  readonly started: boolean
  readonly exited: Promise<void>
  stop(): Promise<void>
}

interface ClusterOptions {
  readonly binaries: PostgresBinaries
  readonly folder: string
  readonly throwAway: boolean
}

const noop = () => {}
const attempts = 5
const pollMs = 10
const adoptedPollMs = 200
const stopMs = 30_000
// Replaying the log may take long; waiting forever would hide a database that hangs.
const readyMs = 300_000

export async function openInstance(cluster: ClusterOptions, port?: number): Promise<PostgresInstance> {
  for (let attempt = 1; ; attempt++) {
    const adopted = await adopt(cluster.folder)
    if (adopted) return adopted
    removeStaleLockFile(cluster.folder)
    const started = await start(cluster, port ?? (await findFreePort()))
    if (started) return started
    // Another process or program has the port, or backends of the dying one still run.
    if (attempt >= attempts && !readPostmaster(cluster.folder))
      throw new Error(`postgres ended immediately:\n${logTail(cluster.folder)}`)
    await sleep(attempt * 100)
  }
}

async function adopt(folder: string): Promise<PostgresInstance | undefined> {
  const until = Date.now() + readyMs
  for (let found = readPostmaster(folder); found; found = readPostmaster(folder)) {
    if (found.ready)
      return { port: found.port, started: false, exited: untilGone(folder, found.pid), stop: async () => {} }
    if (Date.now() > until)
      throw new Error(`The PostgreSQL in ${folder} runs (process ${found.pid}) but never is ready`)
    await sleep(pollMs)
  }
  return undefined
}

async function untilGone(folder: string, pid: number): Promise<void> {
  while (readPostmaster(folder)?.pid === pid) await sleep(adoptedPollMs, undefined, { ref: false })
}

async function start(cluster: ClusterOptions, port: number): Promise<PostgresInstance | undefined> {
  const { binaries, folder } = cluster
  const runAs = findRunAs(binaries.postgres, folder)
  trimLog(folder)
  const child = spawnAs(runAs, binaries.postgres, ['-D', folder, ...settings(cluster, port)], logFile(folder))
  // A program that cannot run has the same result.
  const exited = once(child, 'exit').then(noop, noop)
  const until = Date.now() + readyMs
  while (child.exitCode === null && child.signalCode === null) {
    const running = readPostmaster(folder)
    if (running?.ready && running.pid === child.pid) {
      child.unref()
      return { port, started: true, exited: exited, stop: () => stopChild(child, exited, binaries, folder) }
    }
    if (Date.now() > until) await stopChild(child, exited, binaries, folder)
    await sleep(pollMs)
  }
  return undefined
}

function settings({ folder, throwAway }: ClusterOptions, port: number): string[] {
  const values: Record<string, string | number> = {
    port,
    listen_addresses: '127.0.0.1',
    // A socket's path has at most 107 bytes (103 on macOS).
    unix_socket_directories: process.platform !== 'win32' && folder.length < 80 ? folder : '',
    unix_socket_permissions: '0700',
    max_connections: 100,
    shared_buffers: '128MB',
    // Containers have little /dev/shm, and our pages are small.
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // The values in failed statements are people's data.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...(throwAway ? { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' } : {}),
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function stopChild(child: ChildProcess, exited: Promise<void>, binaries: PostgresBinaries, folder: string) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  if (process.platform === 'win32') await promisify(execFile)(binaries.pgCtl, ['stop', '-m', 'fast', '-D', folder])
  else child.kill('SIGINT')
  const tooLong = setTimeout(() => child.kill('SIGQUIT'), stopMs)
  await exited
  clearTimeout(tooLong)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

function logFile(folder: string): string {
  return join(folder, 'server.log')
}

function trimLog(folder: string): void {
  const file = logFile(folder)
  if (existsSync(file) && statSync(file).size > 1_000_000) rmSync(file)
}

function logTail(folder: string): string {
  return readFileSync(logFile(folder), 'utf8').trim().split('\n').slice(-8).join('\n')
}
