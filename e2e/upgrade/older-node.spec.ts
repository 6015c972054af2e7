// A node of the older version runs beside a current one, on the same database.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'playwright/test'
import { openDatabase } from '#server/db/connect/database.ts'
import { startThrowAwayPostgres } from '#server/test/services/throw-away-postgres.ts'
import { copyDatabase } from '#server/test/template.ts'
import { makeFirm } from '../../scripts/bench/stage/firm.ts'
import { type NodeProcess, startNode } from '../../scripts/processes/node-process.ts'
import type { ApiRow } from '../support/api.ts'

const olderProject = join(process.env['OLDER_BUILD'] ?? '', '..', '..')

async function setup() {
  const postgres = await startThrowAwayPostgres()
  const dataDir = await mkdtemp(join(tmpdir(), 'holdfast-nodes-'))
  const nodes: NodeProcess[] = []
  const close = async () => {
    for (const { program } of nodes) {
      const ended = once(program, 'exit')
      program.kill()
      await ended
    }
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const { ownerUrl } = await copyDatabase(postgres.url)
    const database = await openDatabase(ownerUrl, 2)
    const { cookie } = await makeFirm(ownerUrl, database, { projects: 1, investors: 2, investments: 2 })
    await database.close()
    const present = await startNode(ownerUrl, dataDir)
    nodes.push(present)
    const older = await startNode(ownerUrl, dataDir, {}, olderProject)
    nodes.push(older)
    return { close, present, older, cookie: `${cookie.name}=${cookie.value}` }
  } catch (error) {
    await close()
    throw error
  }
}

test('a node of the older version leaves what it does not know to a newer one, and everything is applied once', async () => {
  const { close, present, older, cookie } = await setup()
  const request = async ({ url }: NodeProcess, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(url + path, {
      headers: { cookie, origin: url, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const list = async (node: NodeProcess, path: string) => (await request(node, `/api/${path}`)) as readonly ApiRow[]
  const client = uuidv7()
  const change = (op: object) => ({ id: uuidv7(), at: new Date().toISOString(), ops: [{ op: 'act', ...op }] })
  const send = async (node: NodeProcess, sent: object) => {
    const { results } = (await request(node, '/api/sync/changes', { client, changes: [sent] })) as { results: object[] }
    return results[0]
  }
  try {
    const [stays, goes] = await list(present, 'investors')
    const [project] = await list(present, 'projects')
    const from = { from: goes!.id }
    const merge = change({ entity: 'investors', verb: 'merge', id: stays!.id, fields: from })
    // It knows the verb, but not every field of the rows that a merge changes.
    expect(await send(older, merge)).toMatchObject({ verdict: 'later', code: 'NEWER' })
    const merged = await send(present, merge)
    expect(merged).toMatchObject({ verdict: 'applied' })
    for (const node of [older, present]) expect(await send(node, merge), 'after a lost response').toEqual(merged)
    expect((await list(present, 'investors')).map(({ id }) => id)).toEqual([stays!.id])
    expect((await list(older, 'investments')).map(({ investorId }) => investorId)).toEqual([stays!.id, stays!.id])

    const exit = change({ entity: 'projects', verb: 'exit', id: project!.id, fields: {} })
    expect(await send(older, exit)).toMatchObject({ verdict: 'later', code: 'NEWER' })
    expect((await list(older, 'projects'))[0]).toMatchObject({ status: project!['status'] })
    const exited = await send(present, exit)
    expect(exited).toMatchObject({ verdict: 'applied' })
    expect(await send(older, exit), 'known by its id').toEqual(exited)
    expect((await list(older, 'projects'))[0]).toMatchObject({ status: 'EXITED' })
  } finally {
    await close()
  }
})
