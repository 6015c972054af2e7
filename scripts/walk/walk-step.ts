// Runs the operator documents on bare Debian 12 machines. Needs root; CITUS_URL is a coordinator with TLS, as
// superuser.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { connectNodes, dropDatabase, onEachNode } from '#server/test/citus-nodes.ts'
import { openAddress } from '#server/test/services/movable-address.ts'
import type { Step } from '../checks/steps.ts'
import { beforeNewestMigration } from '../drills/drill-steps.ts'
import { openSite, type Site } from '../image/compose/site.ts'
import { type Block, readBlocks, type Walk, walks } from './document-blocks.ts'
import {
  commitOf,
  type Environment,
  host,
  machinesAtStart,
  machinesForFailover,
  withEnvironment,
} from './environment.ts'
import { createFirmClient, type FirmClient } from './firm-client.ts'

const nodes = ['node-1', 'node-2']
/** For the walk's local host name Caddy is its own certificate authority; a firm's gets a public certificate. */
const caddyAuthority = 'var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt'

type Walks = Readonly<Record<Walk, () => Promise<string | undefined>>>

export const walkStep = (): Step => ({
  name: "the walk through the operator's documents",
  run: async () => {
    const counts = { passed: 0, failed: 0 }
    const blocks = readBlocks()
    await withEnvironment(async (environment) => {
      const runs = createWalks(environment, blocks)
      for (const name of walks) {
        console.log(`\n── ${name} ──`)
        const since = performance.now()
        const problem = await runs[name]().catch((error: unknown) => String(error))
        counts[problem ? 'failed' : 'passed']++
        console.log(`${problem ? '✗' : '✓'} ${name} (${seconds(since)} s)${problem ? `: ${problem}` : ''}`)
        // The later ones continue where the earlier ones ended.
        if (problem) break
      }
    })
    return counts
  },
})

function createWalks(environment: Environment, blocks: readonly Block[]): Walks {
  const { execute, machine, network, values } = environment
  const variables = blocks.flatMap(({ marks, text }) => (marks.includes('variables') ? [text] : []))
  let site: Site
  let client: FirmClient

  async function runBlock({ from, text }: Block, name: string): Promise<string> {
    console.log(`\n${from} on ${name}`)
    for (const line of text.trimEnd().split('\n')) console.log(`  $ ${line}`)
    const own = Object.entries(values).map(([key, value]) => `${key}='${value}'`)
    const since = performance.now()
    const output = await execute(name, [...variables, ...own, text].join('\n')).catch((error: unknown) => {
      throw new Error(`${from} on ${name}: ${String(error)}`)
    })
    console.log(`  ${seconds(since)} s`)
    return output
  }

  async function runWalk(walk: Walk, onDone: (block: Block) => Promise<void> = async () => {}): Promise<string> {
    let output = ''
    for (const block of blocks.filter(({ marks }) => marks.includes(walk))) {
      for (const name of block.machines) output += await runBlock(block, name)
      await onDone(block)
    }
    return output
  }

  /** The site and each node respond, and everything that was written is still there. */
  async function check(): Promise<string | undefined> {
    for (const name of nodes) await execute('proxy', `exec 3<>/dev/tcp/${name}/3000`)
    for (const name of nodes)
      await execute(
        name,
        'curl -fsS -o /dev/null --retry 60 --retry-delay 1 --retry-all-errors http://localhost:3000/readyz',
      )
    await untilReady()
    return client.check()
  }

  async function untilReady(): Promise<void> {
    for (const end = performance.now() + 90_000; performance.now() < end; await after(200)) {
      const response = await site.request('/readyz', {}).catch(() => undefined)
      if (response?.status === 200) return
    }
    throw new Error('The site is not ready')
  }

  const onDatabase = (...statements: readonly string[]) =>
    execute('db', `runuser -u postgres -- psql -q ${statements.map((each) => `-c "${each}"`).join(' ')}`)

  const writeAndCheck = async (name: string): Promise<string | undefined> => {
    await client.write(name)
    return check()
  }

  /** An empty installation of the version before the newest migration. */
  async function installOlder(): Promise<void> {
    const release = commitOf(beforeNewestMigration())
    console.log(`The older version is ${release}`)
    for (const name of nodes) await execute(name, 'systemctl stop holdfast; rm -rf /var/lib/holdfast/*')
    await onDatabase(
      'drop database holdfast',
      `create database holdfast owner holdfast template template0 encoding 'UTF8' locale 'C.UTF-8'`,
    )
    await environment.emptyBucket()
    await environment.emptyBackups()
    await execute(
      'build',
      `git clone --quiet '${values['SOURCE']}' older
      cd older
      git checkout --quiet ${release}
      npm run build
      npm prune --omit=dev
      npm pkg delete devDependencies
      npm sbom --sbom-format=cyclonedx > sbom.cdx.json
      sh sync-server/deploy/collect-image.sh .image
      tar -C .image --owner=0 --group=0 -czf older.tar.gz .
      for node in ${nodes.join(' ')}; do scp older.tar.gz root@$node:; done`,
    )
    for (const name of nodes)
      await execute(
        name,
        `rm -rf /opt/holdfast
        tar -C / --no-overwrite-dir -xzf older.tar.gz
        systemctl start holdfast
        curl -fsS --retry 60 --retry-delay 1 --retry-all-errors http://localhost:3000/readyz`,
      )
  }

  async function createFirm(): Promise<void> {
    const output = await execute(
      'node-1',
      `set -a
      . /etc/holdfast/environment
      NODE_ENV=production holdfast admin create-firm --name 'North Capital' --email admin@north.example`,
    )
    await client.accept(linkIn(output))
  }

  async function killPrimary(): Promise<void> {
    const list = 'patronictl -c /etc/patroni/config.yml list -f json'
    const members = JSON.parse(await execute('pg-1', list)) as { Member: string; Role: string }[]
    const primary = members.find(({ Role }) => Role === 'Leader')!.Member
    console.log(`The machine of the primary, ${primary}, is killed`)
    const since = performance.now()
    await machine(primary).kill()
    const end = since + 180_000
    for (let isWritten = false; !isWritten; await after(500)) {
      isWritten = await client.write('After the primary was killed').then(
        () => true,
        () => false,
      )
      if (performance.now() > end) throw new Error('No change was accepted after the primary was killed')
    }
    console.log(`A change and a file were accepted ${seconds(since)} s later`)
  }

  return {
    async install() {
      for (const name of machinesAtStart) await environment.start(name)
      const since = performance.now()
      let authority = ''
      const output = await runWalk('install', async ({ machines }) => {
        if (!machines.includes('proxy')) return
        authority = await untilReadable(join(machine('proxy').folder, caddyAuthority))
        for (const name of nodes) {
          await copyFile(authority, join(machine(name).folder, 'usr/local/share/ca-certificates/proxy.crt'))
          await execute(name, 'update-ca-certificates')
        }
      })
      site = openSite(host, network.addressOf('proxy'), await readFile(authority, 'utf8'))
      client = createFirmClient(site)
      await untilReady()
      await client.accept(linkIn(output))
      const minutes = (performance.now() - since) / 60_000
      console.log(`Two nodes, PostgreSQL, S3 and TLS, with a first administrator, took ${minutes.toFixed(1)} minutes`)
      return writeAndCheck('Before everything')
    },
    async firms() {
      await runWalk('firms')
      return check()
    },
    async upgrade() {
      await installOlder()
      await createFirm()
      await client.write('Before the upgrade')
      await execute('build', `rm -rf 'holdfast-${values['RELEASE']}'`)
      await runWalk('upgrade')
      return (await check()) ?? writeAndCheck('After the upgrade')
    },
    async restore() {
      await runWalk('restore', async ({ text }) => {
        if (!text.includes('systemctl stop holdfast')) return
        await onDatabase('drop database holdfast')
        await environment.emptyBucket()
      })
      return (await check()) ?? writeAndCheck('After the restore')
    },
    async failover() {
      for (const name of machinesForFailover) await environment.start(name)
      await runWalk('failover')
      const problem = (await check()) ?? (await writeAndCheck('After the switchover'))
      if (problem) return problem
      await killPrimary()
      return check()
    },
    async distribute() {
      const citusUrl = process.env['CITUS_URL']
      if (!citusUrl) return 'Set CITUS_URL to the database of a coordinator, with its superuser'
      const { hostname, port } = new URL(citusUrl)
      const relay = await openAddress(Number(port || 5432), { host: hostname, listenOn: network.gateway })
      const name = `walk_${randomBytes(8).toString('hex')}`
      try {
        await onEachNode(citusUrl, (sql) => sql`create database ${sql(name)}`)
        const url = Object.assign(new URL(citusUrl), { pathname: `/${name}` })
        await connectNodes(citusUrl, url.href)
        Object.assign(url, { hostname: network.gateway, port: String(relay.port), search: '?sslmode=require' })
        values['CITUS_URL'] = url.href
        await runWalk('distribute')
        return (await check()) ?? (await writeAndCheck('After the distribution'))
      } finally {
        for (const node of nodes) await execute(node, 'systemctl stop holdfast')
        await onEachNode(citusUrl, (sql) => dropDatabase(sql, name))
        relay.close()
      }
    },
  }
}

async function untilReadable(path: string): Promise<string> {
  for (const end = performance.now() + 60_000; !existsSync(path); await after(200))
    if (performance.now() > end) throw new Error(`${path} is missing`)
  return path
}

const linkIn = (output: string): string => {
  const [link] = /https:\S+token=\S+/.exec(output) ?? []
  if (!link) throw new Error(`No invitation in ${output}`)
  return link
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1)
