// npm run admin -- create-firm --name NAME --email EMAIL: makes a firm and prints its first administrator's invitation link.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseField } from '#schema/parse.ts'
import { registry } from '#schema/registry.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createFirm, findFirm, openBooks } from '#server/firms/create-firm.ts'
import { invite } from '#server/firms/invitations.ts'

const usage = 'Usage: npm run admin -- create-firm --name NAME --email EMAIL'

class Mistake extends Error {}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, email: { type: 'string' } },
  })
  const { name = '', email = '' } = values
  if (positionals[0] !== 'create-firm' || !name.trim() || 'issue' in parseField(registry.users.fields.email, email))
    throw new Mistake(usage)
  const config = readConfig(process.env)
  const embedded = config.DATABASE_URL ? undefined : await startEmbeddedPostgres({ dataDir: resolve(config.DATA_DIR) })
  const ownerUrl = config.DATABASE_URL ?? embedded!.url
  await migrate(ownerUrl)
  const database = await openDatabase(ownerUrl, 2)
  try {
    if (await findFirm(database, name)) throw new Mistake(`There is a firm called ${name} already`)
    const now = new Date()
    const tenantId = await openBooks(database)
    await createFirm(database, tenantId, name, [], now)
    const token = await invite(database, { tenantId, email, role: 'ADMIN', invitedBy: null }, now)
    const address = config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`
    console.log(
      `${name} is ready. Its first administrator opens this link within a week:\n${new URL(`/api/invitation?token=${token}`, address).href}`,
    )
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
