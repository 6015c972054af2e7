import { runningNodes } from '#server/db/nodes.ts'
import { type Check, type Finding, ok, problem, warning } from '../check.ts'

const warningMs = 2_000
const problemMs = 60_000

export const checkClocks: Check = {
  name: 'clocks',
  needsDatabase: true,
  async run({ sql }) {
    await sql`select 1`
    const before = Date.now()
    const [found] = await sql<{ at: Date }[]>`select clock_timestamp() as at`
    const here = (before + Date.now()) / 2 - found!.at.getTime()
    const nodes = await runningNodes(sql)
    const skews = [['this machine', here] as const, ...nodes.map((node) => [node.name, node.clockSkewMs] as const)]
    const findings = skews.flatMap(([name, ms]) => skewFinding(name, ms))
    return findings.length ? findings : ok(`The clocks of the database and of ${names(nodes.length)} agree.`)
  },
}

const names = (count: number): string => (count ? `${count === 1 ? 'the node' : `${count} nodes`}` : 'this machine')

function skewFinding(name: string, ms: number): readonly Finding[] {
  if (Math.abs(ms) < warningMs) return []
  const text = `The clock of ${name} is ${Math.abs(ms / 1_000).toFixed(1)} s ${ms > 0 ? 'ahead of' : 'behind'} the database’s. Let NTP set both; the database’s clock counts.`
  return [Math.abs(ms) < problemMs ? warning(text) : problem(text)]
}
