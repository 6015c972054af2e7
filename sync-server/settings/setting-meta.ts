import * as z from 'zod'

export const groups = ['server', 'database', 'files', 'keys', 'backups', 'mail', 'monitoring', 'demo'] as const

export interface SettingMeta {
  readonly group: (typeof groups)[number]
  readonly kind: 'address' | 'choice' | 'file' | 'folder' | 'keys' | 'list' | 'name' | 'number' | 'switch' | 'url'
  /** In Markdown. */
  readonly meaning: string
  /** Completes “NAME must be …”. */
  readonly expects: string
  readonly example: string
  /** In Markdown, unless zod knows the default. */
  readonly byDefault?: string
  /** Its value is not shown in messages. */
  readonly isSecret?: true
}

export const settingMeta = z.registry<SettingMeta>()

export const someText = z.string().min(1)
export const port = z.coerce.number().int().min(0).max(65_535)
export const portExpected = 'a whole number from 0 to 65535'
