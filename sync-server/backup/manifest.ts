import { z } from 'zod'

const sealedPart = z.object({
  /** Size and hash are those of the unencrypted bytes. */
  size: z.number(),
  sha256: z.string(),
  sealedBytes: z.number(),
})
export type SealedPart = z.infer<typeof sealedPart>

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  part: sealedPart,
})
export type TableInBackup = z.infer<typeof table>

const firm = z.object({
  id: z.string(),
  name: z.string(),
  /** The highest change in the backup. */
  number: z.number(),
  mark: z.string(),
  /** The last index in the chain of audit events. */
  lastEvent: z.number(),
})
export type FirmInBackup = z.infer<typeof firm>

export const manifestSchema = z.object({
  format: z.literal(1),
  name: z.string(),
  startedAt: z.string(),
  finishedAt: z.string(),
  postgres: z.string(),
  /** Of Holdfast; absent in older backups. */
  version: z.optional(z.string()),
  migrations: z.array(z.object({ when: z.number(), hash: z.string() })),
  /** Fingerprints of the keys that seal secrets in the database, the newest last. */
  secretKeys: z.nullable(z.string()),
  firms: z.array(firm),
  tables: z.array(table),
  files: z.object({
    count: z.number(),
    bytes: z.number(),
    part: sealedPart,
    /** Keys of files that the storage had lost, or whose bytes are not those of their hash. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof manifestSchema>

export const partOf = ({ schema, name }: Pick<TableInBackup, 'schema' | 'name'>): string => `${schema}.${name}`
