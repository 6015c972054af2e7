import { distribute } from '#server/db/distribute/distribute.ts'
import { NotDistributable } from '#server/db/distribute/plan.ts'
import { rebalance } from '#server/db/distribute/rebalance.ts'
import { type CommandResult, Mistake } from './command.ts'

interface Options {
  readonly shards: number
  readonly isDryRun: boolean
}

export async function distributeCommand(ownerUrl: string, options: Options): Promise<CommandResult> {
  const steps = await refusable(() => distribute(ownerUrl, options))
  if (!steps.length) return 'There is nothing to do: the database is distributed by firm.'
  const summaries = steps.map(({ summary }) => summary)
  return [
    ...summaries,
    options.isDryRun
      ? `${steps.length} steps would run. Nothing has changed.`
      : `${steps.length} steps are done. Start the nodes again.`,
  ].join('\n')
}

export async function rebalanceCommand(ownerUrl: string): Promise<CommandResult> {
  await refusable(() => rebalance(ownerUrl))
  return 'The firms are spread over all workers.'
}

async function refusable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotDistributable) throw new Mistake(error.message)
    throw error
  }
}
