import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import * as z from 'zod'
import { root } from '../../processes/programs.ts'

const service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  entrypoint: z.array(z.string()).optional(),
  user: z.string().optional(),
  network_mode: z.string().optional(),
  stop_grace_period: z
    .string()
    .regex(/^\d+s$/)
    .default('10s'),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  depends_on: z
    .union([
      z.array(z.string()).transform((names) => Object.fromEntries(names.map((name) => [name, 'service_started']))),
      z
        .record(z.string(), z.object({ condition: z.string() }))
        .transform((all) => Object.fromEntries(Object.entries(all).map(([name, { condition }]) => [name, condition]))),
    ])
    .default({}),
})

export type Service = z.infer<typeof service>

/** The services of compose.yaml in the order of their dependencies, with the values of `variables`. */
export async function readServices(variables: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, Service>> {
  const filled = (text: string) =>
    text.replaceAll(/\$\{(\w+)(:[-?])?([^}]*)\}/g, (_, name: string, kind?: string, fallback?: string) => {
      const value = variables[name]
      if (value) return value
      if (kind === ':-') return fallback!
      throw new Error(`compose.yaml needs ${name}`)
    })
  const file: unknown = parse(await readFile(join(root, 'compose.yaml'), 'utf8'), { merge: true })
  const values: unknown = JSON.parse(JSON.stringify(file), (_, value: unknown) =>
    typeof value === 'string' ? filled(value) : value,
  )
  const { services } = z.object({ services: z.record(z.string(), service) }).parse(values)
  const ordered = new Map<string, Service>()
  const add = (name: string) => {
    for (const needed of Object.keys(services[name]!.depends_on)) add(needed)
    ordered.set(name, services[name]!)
  }
  for (const name of Object.keys(services)) add(name)
  return ordered
}
