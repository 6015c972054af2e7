import { resolve } from 'node:path'
import { isIP } from 'node:net'
import { parseArgs } from 'node:util'
import { withSql } from '#server/db/postgres/open-sql.ts'
import { parseField } from '#schema/kernel/parse.ts'
import { registry } from '#schema/registry.ts'
import { beginReset } from '#server/auth/reset-token.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type Database, openDatabase } from '#server/db/connect/database.ts'
import { startEmbeddedPostgres } from '#server/db/postgres/embedded.ts'
import { beginEpoch, endRecovery } from '#server/db/connect/epochs.ts'
import { openFiles } from '#server/files/open-files.ts'
import { adoptInstallation, requireKeys } from '#server/installation.ts'
import { resealFirm } from '#server/records/audit/reseal.ts'
import { addKey, openKeys } from '#server/secrets/keys.ts'
import { resealDirectory } from '#server/secrets/reseal-directory.ts'
import { createSeals } from '#server/secrets/seal.ts'
import { migrate } from '#server/db/migrate.ts'
import { findFirm } from '#server/db/find-firm.ts'
import { createFirm, openTenant } from '#server/firms/create-firm.ts'
import { invite } from '#server/firms/invitations.ts'
import { listUsers, type User } from '#server/entities/users/list-users.ts'
import { type CommandResult, CommandError } from './command.ts'
import { freeEmailCommand, unlockCommand } from './account-commands.ts'
import { distributeCommand, rebalanceCommand } from './distribute-command.ts'
import { doctorCommand } from './doctor-command.ts'
import { backupUsage, runBackupCommand } from './backup-commands.ts'
import { firmCommands, firmUsage } from './firm-commands.ts'
import { requireFirm } from './require-firm.ts'
import { checkFilesCommand, moveFilesCommand } from './files-commands.ts'
import { verifyAuditCommand } from './verify-audit-command.ts'

const usage = `Usage:
  npm run admin -- create-firm --name NAME --email EMAIL   makes a firm and prints its first administrator's invitation
  npm run admin -- reset-password --email EMAIL            prints a link that sets a new password once
  npm run admin -- free-email ADDRESS                      deactivates the account with this e-mail, for another firm to invite it
  npm run admin -- unlock EMAIL|ADDRESS                    ends the pauses after failed attempts to sign in
  npm run admin -- users --firm NAME                       lists the firm's people
  npm run admin -- rotate-keys [--new-key]                 seals every secret under the newest key; makes one first
  npm run admin -- adopt                                   accepts the file storage and the keys of these settings as the database's
  npm run admin -- doctor [--json] [--mail-to EMAIL]       checks settings, database, storage, mail, address and more; exit code 1 for warnings, 2 for problems
  npm run admin -- move-files                              moves files between folder and bucket while the server runs
  npm run admin -- check-files                             compares every file with its row; exit code 1 for files without a row, 2 for lost or altered ones
  npm run admin -- distribute [--dry-run] [--shards N]     spreads the firms over the workers of Citus, while no node runs
  npm run admin -- rebalance                               moves firms to added workers of Citus while the server runs
  npm run admin -- verify-audit [--firm NAME]              finds what was done to the audit trail; exit code 1 if anything was
  npm run admin -- verify-audit --firm NAME --unkeyed-until POSITION
                                                           accepts the firm's entries from before there were keys, up to this place
${firmUsage}
${backupUsage}
  npm run admin -- new-epoch --firm NAME                   after a restored backup: devices pull everything again and resend
  npm run admin -- end-recovery --firm NAME                stops waiting for what devices send again after a restore`

interface CommandArguments {
  readonly argument: string
  readonly name: string
  readonly email: string
  readonly firm: string
  readonly 'new-key': boolean
  readonly 'unkeyed-until': string
  readonly to: string
  readonly json?: boolean | undefined
  readonly 'dry-run': boolean
  readonly shards: string
  readonly days: string
  readonly cancel: boolean
}

type Command = (database: Database, args: CommandArguments, config: Config, ownerUrl: string) => Promise<CommandResult>

const commands: Readonly<
  Record<string, { readonly mayRun: (args: CommandArguments) => boolean; readonly run: Command }>
> = {
  'create-firm': {
    mayRun: ({ name, email }) => name.trim() !== '' && !('issue' in parseField(registry.users.fields.email, email)),
    run: inviteFirm,
  },
  'reset-password': {
    mayRun: ({ email }) => email !== '',
    async run({ clock, directory }, { email }, config) {
      const [user] = await directory<{ id: string }[]>`
        select id from directory.users where email = ${email.toLowerCase()} and is_active`
      if (!user) throw new CommandError(`Nobody who is active has the e-mail ${email}`)
      const token = await beginReset(directory, user.id, clock.now(), { origin: 'operator' })
      return `${email} opens this link within a day:\n${linkOf(config, '/api/auth/reset', token)}`
    },
  },
  'free-email': {
    mayRun: ({ argument }) => argument !== '',
    run: (database, { argument }, config) => freeEmailCommand(database, argument, config),
  },
  unlock: {
    mayRun: ({ argument: identifier }) =>
      isIP(identifier) !== 0 || !('issue' in parseField(registry.users.fields.email, identifier)),
    run: (database, { argument }) => unlockCommand(database, argument),
  },
  users: {
    mayRun: ({ firm }) => firm !== '',
    async run(database, { firm }) {
      const people = await listUsers(database.directory, await requireFirm(database, firm))
      return people.map(userLine).join('\n')
    },
  },
  adopt: {
    mayRun: () => true,
    async run(database, _, config) {
      const files = await openFiles(config, (message) => console.error(message))
      await adoptInstallation(database, files.id, openKeys(config, () => new Date())())
      return `The database belongs to ${files.id.name} and to the keys of these settings.`
    },
  },
  'rotate-keys': { mayRun: () => true, run: rotateKeys },
  'verify-audit': {
    mayRun: ({ firm, 'unkeyed-until': until }) => until === '' || (firm !== '' && /^\d{1,9}$/.test(until)),
    run: verifyAuditCommand,
  },
  ...firmCommands,
  'move-files': { mayRun: () => true, run: (database, _, config) => moveFilesCommand(database, config) },
  'check-files': { mayRun: () => true, run: (database, _, config) => checkFilesCommand(database, config) },
  distribute: {
    mayRun: ({ shards }) => /^[1-9]\d{0,2}$/.test(shards),
    run: (_, args, __, ownerUrl) =>
      distributeCommand(ownerUrl, { shards: Number(args.shards), isDryRun: args['dry-run'] }),
  },
  rebalance: { mayRun: () => true, run: (_, __, ___, ownerUrl) => rebalanceCommand(ownerUrl) },
  'new-epoch': {
    mayRun: ({ firm }) => firm !== '',
    async run(database, { firm }) {
      await database.upkeep(await requireFirm(database, firm), (tx) => beginEpoch(tx, database.clock.now()))
      return `${firm} began a new epoch. For 72 hours its devices send again what this database lacks.`
    },
  },
  'end-recovery': {
    mayRun: ({ firm }) => firm !== '',
    async run(database, { firm }) {
      await database.upkeep(await requireFirm(database, firm), (tx) => endRecovery(tx, database.clock.now()))
      return `${firm} waits no longer. What devices send again from now on is judged like every other change.`
    },
  },
}

const userLine = ({ email, role, isActive, lastLogin }: User): string =>
  [email, role, isActive ? 'active' : 'deactivated', lastLogin ? `last sign-in ${lastLogin}` : 'never signed in'].join(
    '  ',
  )

async function inviteFirm(database: Database, { name, email }: CommandArguments, config: Config): Promise<string> {
  if (await findFirm(database, name)) throw new CommandError(`There is a firm called ${name} already`)
  const now = database.clock.now()
  const tenantId = await openTenant(database, now)
  await createFirm(database, tenantId, name, [], now)
  const { token } = await invite(
    database.directory,
    { tenantId, email, role: 'ADMIN', invitedBy: null, isProving: true },
    now,
  )
  const link = linkOf(config, '/api/invitation', token)
  const ready = `${name} is ready. Its first administrator opens this link within a week:\n${link}`
  const [demo] = await database.directory`select 1 from directory.tenants where is_demo limit 1`
  const isEnding = demo && config.DEMO === undefined
  return isEnding ? `${ready}\nThe demo accounts of a running server go off within a minute.` : ready
}

/** Repeating an interrupted run creates no second key. */
async function rotateKeys(
  database: Database,
  args: CommandArguments,
  config: Config,
  ownerUrl: string,
): Promise<string> {
  const keys = openKeys(config, () => new Date())
  if (args['new-key']) addKey(config, new Date())
  await requireKeys(database, keys())
  const seals = createSeals(keys)
  return withSql(ownerUrl, async (owner) => {
    const parts = [await resealDirectory(owner, seals)]
    const firms = await database.directory<{ id: string }[]>`select id from directory.tenants order by id`
    for (const { id } of firms) parts.push(await resealFirm({ database, seals }, id))
    const broken = parts.flatMap((part) => part.broken)
    if (broken.length)
      throw new CommandError(`${broken.length} secrets do not open and stay as they are:\n${broken.join('\n')}`)
    const count = parts.reduce((sum, { resealed }) => sum + resealed, 0)
    return `${count} secrets were sealed anew, and all are under the key ${seals.newest()}. Mails that wait may need an older key for a day, and the audit trail needs each for the entries of its time.`
  })
}

const linkOf = ({ PUBLIC_URL, HOST, PORT }: Config, path: string, token: string): string =>
  new URL(`${path}?token=${token}`, PUBLIC_URL ?? `http://${HOST}:${PORT}`).href

/** Throws a Mistake for wrong arguments. */
export async function runAdmin(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<CommandResult> {
  const ofBackups = await runBackupCommand(argv, env)
  if (ofBackups !== undefined) return ofBackups
  const option = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      name: option,
      email: option,
      firm: option,
      to: option,
      'mail-to': option,
      'unkeyed-until': option,
      'new-key': { type: 'boolean' },
      'dry-run': { type: 'boolean', default: false },
      shards: { type: 'string', default: '32' },
      json: { type: 'boolean' },
      days: { type: 'string', default: '30' },
      cancel: { type: 'boolean', default: false },
    },
  })
  const [named = '', argument = ''] = positionals
  const args = { argument, name: '', email: '', firm: '', to: '', 'new-key': false, 'unkeyed-until': '', ...values }
  if (named === 'doctor') {
    const options = { json: values.json ?? false, mailTo: values['mail-to'], timeoutMs: 20_000, print: console.log }
    // A check that hangs would keep the process alive.
    return process.exit(await doctorCommand(env, options))
  }
  const command = Object.hasOwn(commands, named) ? commands[named] : undefined
  if (!command?.mayRun(args)) throw new CommandError(usage)
  const config = readConfig(env)
  const embedded = config.DATABASE_URL ? undefined : await startEmbeddedPostgres({ dataDir: resolve(config.DATA_DIR) })
  const ownerUrl = config.DATABASE_URL ?? embedded!.url
  await migrate(ownerUrl)
  const database = await openDatabase(ownerUrl, 2)
  try {
    return await command.run(database, args, config, ownerUrl)
  } finally {
    await database.close()
    await embedded?.stop()
  }
}
