import { createHash, randomUUID } from 'node:crypto'
import type { Viewer } from '#schema/kernel/viewer.ts'
import type { FileDeps } from '#server/files/end-upload.ts'
import { safeFileName } from '#server/files/file-name.ts'
import { insertUpload, storedKey } from '#server/files/uploads.ts'
import { transact } from '#server/records/write/transact.ts'
import { onePagePdf } from './one-page-pdf.ts'
import type { SeedFile } from './seed-parts.ts'

const mimeType = 'application/pdf'

export async function seedFiles(deps: FileDeps, viewer: Viewer, files: readonly SeedFile[]): Promise<void> {
  const { tenantId, userId } = viewer
  const uploads = await Promise.all(
    files.map(async ({ entity, id: recordId, name, lines }) => {
      const bytes = Buffer.from(onePagePdf(name, lines))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const id = randomUUID()
      await deps.files.keep(storedKey(tenantId, { id, sha256 }), bytes)
      const fileName = safeFileName(`${name}.pdf`, mimeType)
      return { id, entity, recordId, userId, file: null, fileName, mimeType, size: bytes.length, sha256 } as const
    }),
  )
  await transact(
    deps,
    { kind: 'system', tenantId },
    async (batch) => {
      for (const upload of uploads) {
        const { entity, recordId, fileName, size, sha256 } = upload
        await insertUpload(batch.tx, { ...upload, state: 'STORED', version: 1, issues: null, createdAt: batch.at })
        await batch.update(entity, recordId, { fileName, mimeType, size, sha256, version: 1, fileState: 'STORED' })
      }
    },
    { withoutActivities: true },
  )
}
