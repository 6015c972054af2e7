import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect/database.ts'
import { exportFirm } from '#server/firm-export/export-firm.ts'
import { openFiles } from '#server/files/open-files.ts'
import { cancelDeletion, deleteFirm, planDeletion, plannedDeletion } from '#server/firm-admin/delete-firm.ts'
import { erasePerson, findPerson } from '#server/firm-admin/erase-person.ts'
import { importFirm } from '#server/firm-admin/import-firm.ts'
import { resumeFirm, suspendFirm } from '#server/firms/suspended.ts'
import { type FirmSummary, listFirms } from '#server/firms/list-firms.ts'
import { requireKeys, requireStorage } from '#server/installation.ts'
import { createBackgroundTasks } from '#server/records/background-tasks.ts'
import { createEvents, type Events } from '#server/records/audit/events.ts'
import { type AuditKeys, createAuditKeys } from '#server/secrets/audit-keys.ts'
import { openKeys } from '#server/secrets/keys.ts'
import { createSeals } from '#server/secrets/seal.ts'
import { bytesText } from './bytes-text.ts'
import { type CommandResult, CommandError } from './command.ts'
import { requireFirm } from './require-firm.ts'
import { withWriting } from './with-writing.ts'

export const firmUsage = `  npm run admin -- firms [--json]                          lists the firms with their people, devices, rows and files
  npm run admin -- suspend --firm NAME                     blocks sign-ins and requests of the firm; devices keep their work
  npm run admin -- resume --firm NAME                      ends the suspension
  npm run admin -- export-firm --firm NAME --to FOLDER     writes all data of a firm as CSV and files, readable without Holdfast
  npm run admin -- import-firm FOLDER                      imports a firm from the export of another server, with its ids
  npm run admin -- erase-person EMAIL|ID --firm NAME [--dry-run]
                                                           erases a person's data; ids, amounts and dates stay
  npm run admin -- delete-firm --firm NAME [--days N]      suspends a firm; after N days (30) a node deletes it, or this command
  npm run admin -- delete-firm --firm NAME --cancel        cancels the deletion; the firm stays suspended`

interface FirmArguments {
  readonly argument: string
  readonly 'unkeyed-until': string
  readonly firm: string
  readonly to: string
  readonly json?: boolean | undefined
  readonly days: string
  readonly 'dry-run': boolean
  readonly cancel: boolean
}

interface FirmCommand {
  readonly mayRun: (args: FirmArguments) => boolean
  readonly run: (database: Database, args: FirmArguments, config: Config, ownerUrl: string) => Promise<CommandResult>
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
        throw new CommandError(`${firm} is suspended already`)
      return `${firm} is suspended. Its users cannot sign in, and its devices keep their work.`
    },
  },
  resume: {
    mayRun: ({ firm }) => firm !== '',
    async run(database, { firm }, config) {
      const id = await requireFirm(database, firm)
      if (!(await withEvents(database, config, (deps) => resumeFirm(deps, id))))
        throw new CommandError(
          (await plannedDeletion(database, id))
            ? `The deletion of ${firm} is planned. Cancel it first: npm run admin -- delete-firm --firm NAME --cancel`
            : `${firm} is not suspended`,
        )
      return `${firm} is active again. Devices send what they have kept within a few minutes.`
    },
  },
  'export-firm': { mayRun: ({ firm, to }) => firm !== '' && to !== '', run: exportCommand },
  'import-firm': { mayRun: ({ argument }) => argument !== '', run: importCommand },
  'erase-person': { mayRun: ({ firm, argument }) => firm !== '' && argument !== '', run: eraseCommand },
  'delete-firm': { mayRun: ({ firm, days }) => firm !== '' && /^\d{1,3}$/.test(days), run: deleteCommand },
}

async function importCommand(
  database: Database,
  { argument: folder, 'unkeyed-until': until }: FirmArguments,
  config: Config,
  ownerUrl: string,
): Promise<CommandResult> {
  const store = await openFiles(config, (message) => console.error(message))
  await requireStorage(database, store.id)
  const seals = createSeals(openKeys(config, database.clock.now))
  const imported = await withEvents(database, config, ({ events, auditKeys }) =>
    importFirm({ database, ownerUrl, store, events, auditKeys, seals, folder, unkeyedUntil: Number(until) }),
  )
  if (!imported) throw new CommandError(busyMessage)
  const { name, tenantId, rows, files } = imported
  return `${name} (${tenantId}) was imported with ${rows} rows and ${files} files. Its users need new passwords: reset-password prints a link for the first one.`
}

async function eraseCommand(
  database: Database,
  { firm, argument, 'dry-run': isDryRun }: FirmArguments,
  config: Config,
): Promise<CommandResult> {
  const tenantId = await requireFirm(database, firm)
  const found = await findPerson({ database }, tenantId, argument)
  if (!found.people.length) throw new CommandError(`${firm} has no record with the id or e-mail ${argument}`)
  const people = found.people.map(({ entity, id }) => `${entity} ${id}`).join('\n')
  if (isDryRun) return `These records would be erased:\n${people}`
  console.log(`Erasing:\n${people}`)
  const { rows, entries } = await withWriting(database, config, (deps) => erasePerson(deps, tenantId, found))
  return `These records were erased; ${rows} rows and ${entries} audit entries changed. Documents of the person, and texts in other records that name them, stay.`
}

const dayMs = 86_400_000

async function deleteCommand(
  database: Database,
  { firm, days, cancel }: FirmArguments,
  config: Config,
  ownerUrl: string,
): Promise<CommandResult> {
  const tenantId = await requireFirm(database, firm)
  if (cancel) {
    const isCanceled = await withEvents(database, config, (deps) => cancelDeletion(deps, tenantId))
    if (isCanceled === null) throw new CommandError(busyMessage)
    if (!isCanceled) throw new CommandError(`No deletion of ${firm} is planned`)
    return `The deletion of ${firm} is canceled. The firm stays suspended until npm run admin -- resume --firm NAME.`
  }
  const now = database.clock.now()
  const planned = await plannedDeletion(database, tenantId)
  if (planned === null) {
    const at = new Date(now.getTime() + Number(days) * dayMs)
    if (!(await withEvents(database, config, (deps) => planDeletion(deps, tenantId, at))))
      throw new CommandError('Another command has just changed the firm. Run this one again.')
    return `${firm} is suspended. A node permanently deletes the firm within an hour after ${at.toISOString()}. --cancel cancels the deletion.`
  }
  if (new Date(planned) > now)
    throw new CommandError(
      `${firm} will be deleted after ${planned}. Nothing was deleted. --cancel cancels the deletion.`,
    )
  const store = await openFiles(config, (message) => console.error(message))
  await requireStorage(database, store.id)
  const deleted = await deleteFirm({ database, ownerUrl, store, tenantId })
  if (!deleted) throw new CommandError(busyMessage)
  return `${firm} is deleted: ${deleted.rows} rows and ${deleted.files} files. Backups contain it until they expire.`
}

const busyMessage = 'A backup, export, import or deletion is running on this database. Try again later.'

async function exportCommand(
  database: Database,
  { firm, to }: FirmArguments,
  config: Config,
  ownerUrl: string,
): Promise<CommandResult> {
  const tenantId = await requireFirm(database, firm)
  const store = await openFiles(config, (message) => console.error(message))
  await requireStorage(database, store.id)
  const exported = await exportFirm({ database, ownerUrl, store, tenantId, to })
  if (!exported) throw new CommandError(busyMessage)
  const { files, missing } = exported
  const lost = missing.map(({ id, fileName }) => `The storage does not have the bytes of “${fileName}” (${id}).`)
  const text = [...lost, `All data of ${firm} is in ${to}, with ${files} files.`].join('\n')
  return { text, exitCode: missing.length ? 1 : 0 }
}

interface EventDeps {
  readonly database: Database
  readonly events: Events
  readonly now: () => Date
  readonly auditKeys: AuditKeys
}

async function withEvents<T>(database: Database, config: Config, work: (deps: EventDeps) => Promise<T>): Promise<T> {
  const { now } = database.clock
  const keys = openKeys(config, now)
  await requireKeys(database, keys())
  const backgroundTasks = createBackgroundTasks((error) => console.error('What follows a commit failed:', error))
  const auditKeys = createAuditKeys(keys)
  return work({ database, now, auditKeys, events: createEvents({ database, now, backgroundTasks, auditKeys }) })
}

function describeFirm({ id, name, suspendedAt, deletionAt, ...firm }: FirmSummary): string {
  const { people, activePeople, devices, lastContact, rows, files, fileBytes } = firm
  const contact = lastContact ? `last contact ${lastContact}` : 'no contact'
  return [
    name,
    id,
    deletionAt ? `to be deleted from ${deletionAt}` : suspendedAt ? `suspended since ${suspendedAt}` : 'active',
    `${people} people (${activePeople} active)`,
    `${devices.length} devices (${contact})`,
    `${rows} rows`,
    `${files} files (${bytesText(fileBytes)})`,
  ].join('  ')
}
