import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect/database.ts'
import { type FirmSummary, listFirms } from '#server/firms/list-firms.ts'
import { bytesText } from './bytes-text.ts'
import type { CommandResult } from './command.ts'

export const firmUsage = `  npm run admin -- firms [--json]                          lists the firms with their people, devices, rows and files`

interface Given {
  readonly firm: string
  readonly json?: boolean | undefined
}

interface FirmCommand {
  readonly mayRun: (args: Given) => boolean
  readonly run: (database: Database, args: Given, config: Config) => Promise<CommandResult>
}

export const firmCommands: Readonly<Record<string, FirmCommand>> = {
  firms: {
    mayRun: () => true,
    async run(database, { json = false }) {
      const firms = await listFirms(database)
      return json ? JSON.stringify(firms, null, 2) : firms.map(describeFirm).join('\n')
    },
  },
}

function describeFirm({ id, name, ...firm }: FirmSummary): string {
  const { people, activePeople, devices, lastContact, rows, files, fileBytes } = firm
  const contact = lastContact ? `last contact ${lastContact}` : 'no contact'
  return [
    name,
    id,
    'active',
    `${people} people (${activePeople} active)`,
    `${devices.length} devices (${contact})`,
    `${rows} rows`,
    `${files} files (${bytesText(fileBytes)})`,
  ].join('  ')
}
