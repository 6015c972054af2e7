// A real Prometheus with the configuration of sync-server/deploy and one target.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { z } from 'zod'
import { installDebianPackages, isDebianRoot } from '../processes/debian-packages.ts'
import { freePort } from '../processes/free-port.ts'
import { prometheusFolder } from './deployed-files.ts'

export interface Prometheus {
  /** The values of the series now, without those that are not numbers. */
  query(expr: string): Promise<readonly number[]>
  rules(): Promise<readonly Rule[]>
  stop(): Promise<void>
}

const vector = z.object({ data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }) })
const rule = z.object({ name: z.string(), health: z.string(), state: z.string(), lastError: z.string().optional() })
const groups = z.object({ data: z.object({ groups: z.array(z.object({ rules: z.array(rule) })) }) })

export type Rule = z.infer<typeof rule>

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0

export function ensurePrometheus(): void {
  if (isThere('prometheus') && isThere('promtool')) return
  if (isDebianRoot()) installDebianPackages('prometheus')
  if (!isThere('prometheus') || !isThere('promtool'))
    throw new Error('There is no Prometheus and none could be installed (Debian: apt-get install prometheus)')
}

/** `target`: host and port of the metrics. */
export async function startPrometheus(target: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-prometheus-'))
  copyFileSync(join(prometheusFolder, 'holdfast.rules.yml'), join(folder, 'holdfast.rules.yml'))
  const config = readFileSync(join(prometheusFolder, 'prometheus.yml'), 'utf8')
    .replaceAll('interval: 15s', 'interval: 1s')
    .replace(/targets: \[.*\]/, `targets: ['${target}']`)
  writeFileSync(join(folder, 'prometheus.yml'), config)
  const address = `127.0.0.1:${await freePort()}`
  const args = [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${address}`,
    '--log.level=error',
  ]
  const program = spawn('prometheus', args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const request = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://${address}/api/v1/${path}`)
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response.json()
  }
  while (!(await fetch(`http://${address}/-/ready`).catch(() => undefined))?.ok) {
    if (program.exitCode !== null) throw new Error('Prometheus has ended')
    await after(100)
  }
  return {
    async query(expr) {
      const { data } = vector.parse(await request(`query?${new URLSearchParams({ query: expr }).toString()}`))
      return data.result.map(({ value }) => Number(value[1])).filter((value) => Number.isFinite(value))
    },
    rules: async () => groups.parse(await request('rules')).data.groups.flatMap((each) => each.rules),
    async stop() {
      const ended = once(program, 'exit')
      program.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
