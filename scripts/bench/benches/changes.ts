import { openSql } from '#server/db/postgres/open-sql.ts'
import { v7 as uuidv7 } from 'uuid'
import { registry } from '#schema/registry.ts'
import type { Bench } from './bench.ts'
import { projectFields } from '../stage/firm.ts'
import { postProjects } from '../stage/post-projects.ts'
import { interleave, timed } from '../stage/samples.ts'
import type { Stage } from '../stage/stage.ts'
import { upsertSql } from '../stage/upsert.ts'
import { atLeast, perSecond } from '../stage/table.ts'

const perBatch = 100
const batches = 20
const rounds = 5

export const changes: Bench = {
  conditions: `new projects in batches of ${perBatch}, one batch after the other, ${batches} batches a round; ${rounds} rounds, medians`,
  async run(stage) {
    const viaServerRun = await viaServer(stage)
    const bare = await viaUpsert(stage)
    await viaServerRun()
    await bare.write()
    const durations = await interleave(rounds, {
      whole: () => timed(viaServerRun),
      bare: () => timed(() => bare.write()),
    })
    await bare.close()
    const rate = (milliseconds: number) => (perBatch * batches) / (milliseconds / 1000)
    return [
      atLeast(
        0.25,
        perSecond('changes applied', rate(durations.whole)),
        perSecond('rows of a bare upsert', rate(durations.bare)),
      ),
    ]
  },
}

const rowsOfBatch = () => Array.from({ length: perBatch }, () => ({ id: uuidv7(), fields: projectFields(1) }))

async function viaServer({ origin, firm: firmOf }: Stage): Promise<() => Promise<void>> {
  const firm = await firmOf({ projects: 1_000, investors: 0, investments: 0 })
  return () => postProjects(origin, firm, batches, perBatch)
}

async function viaUpsert({ ownerUrl, firm: firmOf }: Stage) {
  const { viewer } = await firmOf({ projects: 1_001, investors: 0, investments: 0 })
  const owner = openSql(ownerUrl)
  const at = new Date().toISOString()
  const stamps = { number: 2_000, createdAt: at, updatedAt: at, createdBy: viewer.userId }
  return {
    async write() {
      for (let batch = 0; batch < batches; batch++) {
        const rows = rowsOfBatch().map(({ id }) => ({ id, ...stamps, ...projectFields(1) }))
        await owner.unsafe(upsertSql(registry.projects), [viewer.tenantId, JSON.stringify(rows)], { prepare: true })
      }
    },
    close: () => owner.end(),
  }
}
