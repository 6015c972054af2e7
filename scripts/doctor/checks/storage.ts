import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { runningNodes } from '#server/db/nodes.ts'
import type { StorageKind } from '#server/db/storage-id.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { openStorages } from '#server/files/open-files.ts'
import { probePrefix } from '#server/files/stored-hash.ts'
import { isStorageRetired, retiredMessage } from '#server/installation.ts'
import { type Check, type DoctorContext, type Finding, ok, problem, warning } from '../check.ts'

export const checkStorage: Check = {
  name: 'file storage',
  needsDatabase: true,
  async run(context) {
    const warnings: Finding[] = []
    const { target, source } = await openStorages(context.config, (message) => warnings.push(problem(message)))
    if (warnings.length) return warnings
    const isMoved = source && (await isStorageRetired(context.sql, source.id))
    const used = source && !isMoved ? [target, source] : [target]
    const findings = (await Promise.all(used.map((each) => findingsOf(context, each)))).flat()
    if (findings.length) return findings
    if (isMoved)
      return warning(
        `All files were moved from ${source.id.name} to ${target.id.name}. Remove STORE_FILES_IN and ${settingsOf[source.id.kind]} from the settings of every node, and restart it.`,
      )
    if (source)
      return warning(
        `Files are being moved from ${source.id.name} to ${target.id.name}. Run npm run admin -- move-files until it says that the old one is empty.`,
      )
    return ok(
      `Files can be written, read and deleted in ${target.id.name}, which is that of this database and of every node.`,
    )
  },
}

const settingsOf: Readonly<Record<StorageKind, string>> = { folder: 'FILES_DIR', bucket: 'the S3 settings' }

async function findingsOf({ sql }: DoctorContext, files: FileStore): Promise<readonly Finding[]> {
  const { id } = files
  const [known] = await sql<{ value: string }[]>`
    select value from directory.installation where part = 'fileStorage'`
  const found = await id.read()
  if (await isStorageRetired(sql, id)) return [problem(retiredMessage(id))]
  if (known && found === null)
    return [
      problem(
        `The file “storage-id” is missing in ${id.name}, so it may be the wrong storage. Correct FILES_DIR or S3_BUCKET, or run npm run admin -- adopt if it is the right one.`,
      ),
    ]
  if (known && found !== known.value)
    return [
      problem(
        `The files of another database are in ${id.name}. Give this node the FILES_DIR or S3_BUCKET of the other nodes.`,
      ),
    ]
  // A storage without an id may be the wrong one, so nothing is written to it.
  if (found === null)
    return [
      warning(`No server has used ${id.name} yet, so it was not tried. Start the server, then run the doctor again.`),
    ]
  await tryProbe(files)
  const findings: Finding[] = []
  for (const node of await runningNodes(sql))
    if (!(await id.hasMark(node.id)))
      findings.push(
        problem(
          `The node ${node.name} uses another storage than ${id.name}, perhaps a copy of it. Give both nodes the same folder or bucket.`,
        ),
      )
  return findings
}

export async function tryProbe(files: FileStore): Promise<void> {
  const bytes = randomBytes(1_000)
  const key = `${probePrefix}${randomUUID()}-${createHash('sha256').update(bytes).digest('hex')}`
  await files.keep(key, bytes)
  try {
    const read = Buffer.from(await new Response(await files.read(key, 0, bytes.length - 1)).arrayBuffer())
    if (!read.equals(bytes))
      throw new Error(`Other bytes than were written come back from ${files.id.name}. Replace it.`)
  } finally {
    await files.remove(key)
  }
  if ((await files.sizeOf(key)) !== null)
    throw new Error(`Deleted files stay in ${files.id.name}. Allow the server to delete there.`)
}
