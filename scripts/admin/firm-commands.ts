import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect/database.ts'
import { exportFirm } from '#server/firm-export/export-firm.ts'
import { openFiles } from '#server/files/open-files.ts'
import { resumeFirm, suspendFirm } from '#server/firms/suspended.ts'
import { type FirmSummary, listFirms } from '#server/firms/list-firms.ts'
import { requireKeys, requireStorage } from '#server/installation.ts'
import { createAfterwards } from '#server/records/afterwards.ts'
import { createEvents, type Events } from '#server/records/audit/events.ts'
import { createAuditKeys } from '#server/secrets/audit-keys.ts'
import { openKeys } from '#server/secrets/keys.ts'
import { bytesText } from './bytes-text.ts'
import { type CommandResult, Mistake } from './command.ts'
import { requireFirm } from './require-firm.ts'

export const firmUsage = `  npm run admin -- firms [--json]                          lists the firms with their people, devices, rows and files
  npm run admin -- suspend --firm NAME                     lets nobody of the firm in; devices keep their work
  npm run admin -- resume --firm NAME                      ends this
  npm run admin -- export-firm --firm NAME --to FOLDER     writes all data of a firm as CSV and files, readable without Holdfast`

interface Given {
  readonly firm: string
  readonly to: string
  readonly json?: boolean | undefined
}

interface FirmCommand {
  readonly mayRun: (args: Given) => boolean
  readonly run: (database: Database, args: Given, config: Config, ownerUrl: string) => Promise<CommandResult>
}

export const firmCommands: Readonly<Record<string, FirmCommand>> = {
  firms: {
    mayRun: () => true,
    async run(database, { json = false }) {
      const firms = await listFirms(database)
      return json ? JSON.stringify(firms, null, 2) : firms.map(describeFirm).join('\n')
    },
  },
  suspend: {
    mayRun: ({ firm }) => firm !== '',
    async run(database, { firm }, config) {
      const id = await requireFirm(database, firm)
      if (!(await withEvents(database, config, (deps) => suspendFirm(deps, id))))
        throw new Mistake(`${firm} is suspended already`)
      return `${firm} is suspended. Its users cannot sign in, and its devices keep their work.`
    },
  },
  resume: {
    mayRun: ({ firm }) => firm !== '',
    async run(database, { firm }, config) {
      const id = await requireFirm(database, firm)
      if (!(await withEvents(database, config, (deps) => resumeFirm(deps, id))))
        throw new Mistake(`${firm} is not suspended`)
      return `${firm} is active again. Devices send what they have kept within a few minutes.`
    },
  },
  'export-firm': { mayRun: ({ firm, to }) => firm !== '' && to !== '', run: exportCommand },
}

async function exportCommand(
  database: Database,
  { firm, to }: Given,
  config: Config,
  ownerUrl: string,
): Promise<CommandResult> {
  const tenantId = await requireFirm(database, firm)
  const store = await openFiles(config, (message) => console.error(message))
  await requireStorage(database, store.id)
  const exported = await exportFirm({ database, ownerUrl, store, tenantId, to })
  if (!exported) throw new Mistake('A backup or another export of this database runs at the moment.')
  const { files, missing } = exported
  const lost = missing.map(({ id, fileName }) => `The storage does not have the bytes of “${fileName}” (${id}).`)
  const text = [...lost, `All data of ${firm} is in ${to}, with ${files} files.`].join('\n')
  return { text, exitCode: missing.length ? 1 : 0 }
}

interface EventDeps {
  readonly database: Database
  readonly events: Events
  readonly now: () => Date
}

async function withEvents<T>(database: Database, config: Config, work: (deps: EventDeps) => Promise<T>): Promise<T> {
  const { now } = database.clock
  const keys = openKeys(config, now)
  await requireKeys(database, keys())
  const afterwards = createAfterwards((error) => console.error('What follows a commit failed:', error))
  return work({ database, now, events: createEvents({ database, now, afterwards, auditKeys: createAuditKeys(keys) }) })
}

function describeFirm({ id, name, suspendedAt, ...firm }: FirmSummary): string {
  const { people, activePeople, devices, lastContact, rows, files, fileBytes } = firm
  const contact = lastContact ? `last contact ${lastContact}` : 'no contact'
  return [
    name,
    id,
    suspendedAt ? `suspended since ${suspendedAt}` : 'active',
    `${people} people (${activePeople} active)`,
    `${devices.length} devices (${contact})`,
    `${rows} rows`,
    `${files} files (${bytesText(fileBytes)})`,
  ].join('  ')
}
