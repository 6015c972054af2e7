import type { Database } from '#server/db/connect/database.ts'
import { findFirm } from '#server/db/find-firm.ts'
import { CommandError } from './command.ts'

export async function requireFirm(database: Database, name: string): Promise<string> {
  const id = await findFirm(database, name)
  if (!id) throw new CommandError(`There is no firm called ${name}`)
  return id
}
