// npm run bench [name …]: compares each task with an alternative in the same run, because machines are noisy. Exits 0.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import type { Bench } from './bench/benches/bench.ts'
import { benches, type BenchName } from './bench/benches/benches.ts'
import { openStage } from './bench/stage/stage.ts'
import { printTable } from './bench/stage/table.ts'
import { stopWithLauncher } from './processes/stop-with-launcher.ts'

const names = Object.keys(benches) as BenchName[]
const isBench = (name: string): name is BenchName => Object.hasOwn(benches, name)

function isPossible(name: BenchName): boolean {
  const { needs }: Bench = benches[name]
  return needs === undefined || process.env[needs] !== undefined
}

const { positionals } = parseArgs({ allowPositionals: true })
const unknown = positionals.find((name) => !isBench(name))
if (unknown === undefined) await run(positionals.length > 0 ? positionals.filter(isBench) : names.filter(isPossible))
else {
  console.error(`There is no bench called ${unknown}. There are: ${names.join(', ')}`)
  process.exitCode = 1
}

async function run(chosen: readonly BenchName[]): Promise<void> {
  stopWithLauncher()
  const stage = await openStage()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stage.close().finally(() => process.exit(130)))
  }
  try {
    console.log(`${await stage.device.version()}, Node.js ${process.versions.node}, ${cpus().length} cores`)
    for (const name of chosen) {
      const start = performance.now()
      const lines = await benches[name].run(stage)
      printTable(`${name}: ${benches[name].conditions}`, lines)
      console.log(`(${((performance.now() - start) / 1000).toFixed(0)} s)`)
    }
  } finally {
    await stage.close()
  }
}
