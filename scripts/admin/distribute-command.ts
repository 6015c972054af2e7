import { distribute } from '#server/db/distribute/distribute.ts'
import { NotDistributable } from '#server/db/distribute/plan.ts'
import { type CommandResult, Mistake } from './command.ts'

interface Options {
  readonly shards: number
  readonly isDryRun: boolean
}

export async function distributeCommand(ownerUrl: string, options: Options): Promise<CommandResult> {
  try {
    const steps = await distribute(ownerUrl, options)
    if (!steps.length) return 'There is nothing to do: the database is distributed by firm.'
    const summaries = steps.map(({ summary }) => summary)
    return [
      ...summaries,
      options.isDryRun
        ? `${steps.length} steps would run in one transaction. Nothing has changed.`
        : `${steps.length} steps are done. Start the nodes again.`,
    ].join('\n')
  } catch (error) {
    if (error instanceof NotDistributable) throw new Mistake(error.message)
    throw error
  }
}
