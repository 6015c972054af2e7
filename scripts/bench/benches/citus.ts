// Needs CITUS_URL, the database of a coordinator with two workers.
import { feedPath, type FeedPage } from '#schema/sync/protocol.ts'
import { copyDatabase, makeTemplate } from '#server/test/template.ts'
import { allWorkers, oneWorker } from '../../citus/workers.ts'
import { type Firm, makeFirm } from '../stage/firm.ts'
import { fetchText, runConcurrently } from '../stage/http.ts'
import { postProjects } from '../stage/post-projects.ts'
import { interleave, timed } from '../stage/samples.ts'
import { type SeparateServer, withSeparateServer, withServerOn } from '../stage/separate-server.ts'
import { noted, perSecond } from '../stage/table.ts'
import type { Bench } from './bench.ts'

const firmCount = 100
const width = 8
const perBatch = 10
const rounds = 3
const shape = { projects: 20, investors: 20, investments: 60 }

export const citus: Bench = {
  needs: 'CITUS_URL',
  conditions: `${firmCount} firms of ${shape.projects + shape.investors + shape.investments} rows, ${width} concurrently: each firm's feed; ${perBatch} new projects of each; ${rounds} rounds, medians`,
  run: () =>
    withSeparateServer((plain) =>
      withCluster(true, (one) =>
        withCluster(false, async (two) => {
          const servers = { plain: await fill(plain), one: await fill(one), two: await fill(two) }
          const feeds = await interleave(rounds, mapValues(servers, readFeeds))
          const changes = await interleave(rounds, mapValues(servers, addProjects))
          const rows = firmCount * (shape.projects + shape.investors + shape.investments)
          const feed = (name: string, milliseconds: number) =>
            perSecond(`feed rows, ${name}`, rows / (milliseconds / 1000))
          const change = (name: string, milliseconds: number) =>
            perSecond(`changes, ${name}`, (firmCount * perBatch) / (milliseconds / 1000))
          return [
            noted(feed('Citus with 1 worker', feeds.one), feed('PostgreSQL', feeds.plain)),
            noted(feed('Citus with 2 workers', feeds.two), feed('PostgreSQL', feeds.plain)),
            noted(change('Citus with 1 worker', changes.one), change('PostgreSQL', changes.plain)),
            noted(change('Citus with 2 workers', changes.two), change('PostgreSQL', changes.plain)),
          ]
        }),
      ),
    ),
}

interface FilledFirms {
  readonly origin: string
  readonly firms: readonly Firm[]
}

const mapValues = <Key extends string>(
  servers: Readonly<Record<Key, FilledFirms>>,
  measure: (server: FilledFirms) => Promise<number>,
): Readonly<Record<Key, () => Promise<number>>> =>
  Object.fromEntries(
    Object.entries<FilledFirms>(servers).map(([key, server]) => [key, () => measure(server)]),
  ) as Record<Key, () => Promise<number>>

async function withCluster<Result>(isOne: boolean, work: (server: SeparateServer) => Promise<Result>): Promise<Result> {
  const citusUrl = process.env['CITUS_URL']!
  if (isOne) await makeTemplate(citusUrl)
  const { ownerUrl, drop } = await copyDatabase(citusUrl)
  try {
    await (isOne ? oneWorker(ownerUrl) : allWorkers(ownerUrl))
    return await withServerOn(ownerUrl, work)
  } finally {
    await drop()
  }
}

async function fill({ ownerUrl, database, origin }: SeparateServer): Promise<FilledFirms> {
  const firms: Firm[] = []
  while (firms.length < firmCount) firms.push(await makeFirm(ownerUrl, database, shape))
  return { origin, firms }
}

const readFeeds = ({ origin, firms }: FilledFirms): Promise<number> =>
  timed(() =>
    runConcurrently(
      width,
      firms.map((firm) => () => readFeed(origin, firm)),
    ),
  )

async function readFeed(origin: string, firm: Firm): Promise<void> {
  let query = 'after=0'
  for (;;) {
    const page = JSON.parse(await fetchText(`${origin}${feedPath}?${query}`, { firm })) as FeedPage
    if (!page.more) return
    query = new URLSearchParams({ after: String(page.to), epoch: page.epoch, scope: page.scope }).toString()
  }
}

const addProjects = ({ origin, firms }: FilledFirms): Promise<number> =>
  timed(() =>
    runConcurrently(
      width,
      firms.map((firm) => () => postProjects(origin, firm, 1, perBatch)),
    ),
  )
