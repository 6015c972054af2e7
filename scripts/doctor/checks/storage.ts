import { randomBytes, randomUUID } from 'node:crypto'
import { runningNodes } from '#server/db/nodes.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { openStorages } from '#server/files/open-files.ts'
import { type Check, type DoctorContext, type Finding, ok, problem, warning } from '../check.ts'

export const checkStorage: Check = {
  name: 'file storage',
  needsDatabase: true,
  async run(context) {
    const warnings: Finding[] = []
    const { now, before } = await openStorages(context.config, (message) => warnings.push(problem(message)))
    if (warnings.length) return warnings
    const findings = [...(await findingsOf(context, now)), ...(before ? await findingsOf(context, before) : [])]
    if (findings.length) return findings
    if (before)
      return warning(
        `Files are being moved from ${before.id.name} to ${now.id.name}. Run npm run admin -- move-files until it says that the old one is empty.`,
      )
    return ok(
      `Files can be written, read and deleted in ${now.id.name}, which is that of this database and of every node.`,
    )
  },
}

async function findingsOf({ sql }: DoctorContext, files: FileStore): Promise<readonly Finding[]> {
  const { id } = files
  await tryProbe(files)
  const [known] = await sql<{ value: string }[]>`
    select value from directory.installation where part = 'fileStorage'`
  const found = await id.read()
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

/** As a file of a firm that does not exist. */
async function tryProbe(files: FileStore): Promise<void> {
  const key = `doctor/${randomUUID()}-${randomBytes(32).toString('hex')}`
  const bytes = randomBytes(1_000)
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
