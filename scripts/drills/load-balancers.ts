// The documented configurations of HAProxy and Caddy, with the addresses of this drill.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { root } from '../processes/programs.ts'
import { freePort } from '../processes/free-port.ts'
import { type DebianProcess, startProcess } from './debian-process.ts'

const textOf = (name: string): string => readFileSync(join(root, 'sync-server/deploy', name), 'utf8')

export interface LoadBalancer {
  readonly url: string
  readonly server: DebianProcess
}

const hostsIn = (url: string): string => new URL(url).host

/** Fails if the file lacks what is replaced. */
function replaced(text: string, pairs: readonly (readonly [string | RegExp, string])[]): string {
  return pairs.reduce((result, [from, to]) => {
    const next = typeof from === 'string' ? result.replaceAll(from, to) : result.replace(from, to)
    if (next === result) throw new Error(`The configuration lacks ${String(from)}`)
    return next
  }, text)
}

export async function startHaproxy(folder: string, nodes: readonly string[]): Promise<LoadBalancer> {
  const port = await freePort()
  const text = replaced(textOf('haproxy.cfg'), [
    [/bind :443 ssl .*/, `bind 127.0.0.1:${port}`],
    ...nodes.map((url, i) => [`node-${i + 1}:3000`, hostsIn(url)] as const),
  ])
  return balancer(folder, 'haproxy', port, text, (file) => ['haproxy', ['-db', '-f', file]])
}

export async function startCaddy(folder: string, nodes: readonly string[]): Promise<LoadBalancer> {
  const port = await freePort()
  const text = replaced(textOf('Caddyfile'), [['node-1:3000 node-2:3000', nodes.map(hostsIn).join(' ')]])
  const options = '{\n\tadmin off\n}\n'
  const env = {
    ...process.env,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    SITE: `http://127.0.0.1:${port}`,
  }
  return balancer(
    folder,
    'caddy',
    port,
    options + text,
    (file) => ['caddy', ['run', '--adapter', 'caddyfile', '--config', file]],
    env,
  )
}

/** Each server is a PostgreSQL and the port at which its Patroni answers. */
export async function startDatabaseProxy(
  folder: string,
  servers: readonly { readonly port: number; readonly restPort: number }[],
): Promise<{ readonly port: number; readonly server: DebianProcess }> {
  const port = await freePort()
  const text = replaced(textOf('haproxy-database.cfg'), [
    ['127.0.0.1:5000', `127.0.0.1:${port}`],
    ...servers.map(
      (each, i) => [`pg-${i + 1}:5432 check port 8008`, `127.0.0.1:${each.port} check port ${each.restPort}`] as const,
    ),
  ])
  const { server } = await balancer(folder, 'haproxy-database', port, text, (file) => ['haproxy', ['-db', '-f', file]])
  return { port, server }
}

async function balancer(
  folder: string,
  name: string,
  port: number,
  text: string,
  command: (file: string) => readonly [string, readonly string[]],
  env: NodeJS.ProcessEnv = process.env,
): Promise<LoadBalancer> {
  const file = join(folder, `${name}.cfg`)
  writeFileSync(file, text)
  const [program, args] = command(file)
  const server = startProcess(name, program, args, folder, { env })
  // Health checks need a moment.
  await after(2_000)
  if (server.program.exitCode !== null) throw new Error(`${name} has ended:\n${server.log()}`)
  return { url: `http://127.0.0.1:${port}`, server }
}
