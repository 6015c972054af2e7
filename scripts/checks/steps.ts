import type { Counts } from './test-counts.ts'

export interface Step {
  readonly name: string
  run(): Promise<Counts>
  readonly needs?: readonly string[]
}

/** Continues after failures; returns the sum of all cases. */
export async function runSteps(steps: readonly Step[]): Promise<Counts> {
  const counts = new Map<string, Counts>()
  const lines: string[] = []
  for (const step of steps) {
    console.log(`\n── ${step.name} ──`)
    const since = performance.now()
    const result = await runStep(step, counts)
    counts.set(step.name, result)
    const line = `${result.failed === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${((performance.now() - since) / 1000).toFixed(1)} s)`
    console.log(line)
    lines.push(line)
  }
  console.log(`\n── all steps ──\n${lines.join('\n')}`)
  return sum([...counts.values()])
}

export function endRun({ passed, failed }: Counts): void {
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}

async function runStep(step: Step, done: ReadonlyMap<string, Counts>): Promise<Counts> {
  const missing = step.needs?.find((name) => (done.get(name)?.failed ?? 0) > 0)
  if (missing !== undefined) {
    console.error(`Not run, because this failed: ${missing}`)
    return { passed: 0, failed: 1 }
  }
  try {
    return await step.run()
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  }
}

function sum(all: readonly Counts[]): Counts {
  return all.reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }), { passed: 0, failed: 0 })
}
