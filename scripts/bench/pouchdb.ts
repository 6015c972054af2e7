// The feed and changes of a firm beside PouchDB's own server. It is no dependency: the bench installs it for itself.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { v7 as uuidv7 } from 'uuid'
import { feedPath, type FeedPage } from '#schema/protocol.ts'
import { root, runScript } from '../programs.ts'
import type { Bench } from './bench.ts'
import { readFeed } from './feed.ts'
import { projectFields, usualShape } from './firm.ts'
import { ask, atOnce } from './http.ts'
import { portOf } from './ports.ts'
import { postProjects } from './post-projects.ts'
import { interleave, timed } from './samples.ts'
import { atLeast, noted, perSecond } from './table.ts'

const dependencies = { express: '4.22.3', 'express-pouchdb': '4.2.0', pouchdb: '9.0.0' }
const rounds = 5
const width = 4
const [batches, perBatch] = [20, 100]

export const pouchdb: Bench = {
  says: `all pages of 50,000 rows, uncompressed, ${width} at once, and new projects in ${batches} batches of ${perBatch}; the same rows as documents in express-pouchdb ${dependencies['express-pouchdb']} on LevelDB; ${rounds} rounds, medians`,
  run: (stage) =>
    withPouchDB(async (origin) => {
      const firm = await stage.firm(usualShape(50_000))
      const pages = await readFeed(stage, firm)
      await fill(
        origin,
        pages.map(({ page }) => page),
      )
      const feed = atOnceOf(
        pages.map(
          ({ query }) =>
            () =>
              ask(`${stage.origin}${feedPath}?${query}`, { firm }),
        ),
      )
      const documents = atOnceOf(
        changesUrls(
          origin,
          pages.map(({ page }) => page.rows.length),
        ).map((url) => () => ask(url)),
      )
      const changes = () => postProjects(stage.origin, firm, batches, perBatch)
      const bulk = () => postDocuments(origin)
      for (const warm of [feed, documents, changes, bulk]) await warm()
      const took = await interleave(rounds, {
        feed: () => timed(feed),
        documents: () => timed(documents),
        changes: () => timed(changes),
        bulk: () => timed(bulk),
      })
      const read = (milliseconds: number) => firm.rows / (milliseconds / 1000)
      const written = (milliseconds: number) => (batches * perBatch) / (milliseconds / 1000)
      return [
        atLeast(
          5,
          perSecond('feed rows', read(took.feed)),
          perSecond('documents of express-pouchdb', read(took.documents)),
        ),
        noted(
          perSecond('changes, with activity, audit entry and verdict', written(took.changes)),
          perSecond('documents written by express-pouchdb, judged by nobody', written(took.bulk)),
        ),
      ]
    }),
}

const atOnceOf = (tasks: readonly (() => Promise<unknown>)[]) => () => atOnce(width, tasks)

async function installed(): Promise<string> {
  const folder = join(root, '.cache/pouchdb')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  const npm = process.env['npm_execpath']
  if (npm === undefined) throw new Error('Start the bench with npm run bench')
  if ((await runScript(npm, ['install', '--prefix', folder, '--no-audit', '--no-fund', '--silent'], process.env)) !== 0)
    throw new Error('express-pouchdb could not be installed')
  return folder
}

async function withPouchDB<Result>(work: (origin: string) => Promise<Result>): Promise<Result> {
  const folder = await installed()
  const data = await mkdtemp(join(tmpdir(), 'holdfast-pouchdb-'))
  const server = fork(fileURLToPath(new URL('./pouchdb-server.cjs', import.meta.url)), [folder, data])
  const origin = `http://127.0.0.1:${await portOf(server)}/firm`
  try {
    await fetch(origin, { method: 'PUT' })
    return await work(origin)
  } finally {
    server.disconnect()
    await once(server, 'exit')
    await rm(data, { recursive: true, force: true })
  }
}

const postBulk = (origin: string, docs: readonly object[]) =>
  ask(`${origin}/_bulk_docs`, { body: JSON.stringify({ docs }) })

async function fill(origin: string, pages: readonly FeedPage[]): Promise<void> {
  for (const { rows } of pages)
    await postBulk(
      origin,
      rows.map((row) => ({ _id: uuidv7(), row })),
    )
}

async function postDocuments(origin: string): Promise<void> {
  for (let batch = 0; batch < batches; batch++)
    await postBulk(
      origin,
      Array.from({ length: perBatch }, () => ({ _id: uuidv7(), ...projectFields(1) })),
    )
}

/** As many documents a page as the feed has rows. */
function changesUrls(origin: string, counts: readonly number[]): string[] {
  let since = 0
  return counts.map((limit) => {
    const url = `${origin}/_changes?include_docs=true&limit=${limit}&since=${since}`
    since += limit
    return url
  })
}
