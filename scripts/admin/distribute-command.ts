import { distribute } from '#server/db/distribute/distribute.ts'
import { NotDistributable } from '#server/db/distribute/plan.ts'
import { rebalance } from '#server/db/distribute/rebalance.ts'
import { type CommandResult, CommandError } from './command.ts'

interface Options {
  readonly shards: number
  readonly isDryRun: boolean
}

export async function distributeCommand(ownerUrl: string, options: Options): Promise<CommandResult> {
  const steps = await withCommandErrors(() => distribute(ownerUrl, options))
  if (!steps.length) return 'Nothing to do: the database is already distributed by firm.'
  const summaries = steps.map(({ summary }) => summary)
  return [
    ...summaries,
    options.isDryRun
      ? `${steps.length} steps would run. Nothing has changed.`
      : `${steps.length} steps are done. Start the nodes again.`,
  ].join('\n')
}

export async function rebalanceCommand(ownerUrl: string): Promise<CommandResult> {
  await withCommandErrors(() => rebalance(ownerUrl))
  return 'The firms are balanced across all workers.'
}

async function withCommandErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NotDistributable) throw new CommandError(error.message)
    throw error
  }
}
