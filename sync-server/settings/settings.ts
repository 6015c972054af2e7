// The table in README.md, `.env.example`, and the messages about mistakes derive from these.
import * as z from 'zod'
import { dataSettings } from './data-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { monitoringSettings } from './monitoring-settings.ts'
import { serverSettings } from './server-settings.ts'
import { type SettingMeta, settingMeta } from './setting-meta.ts'

export const settings = z.object({ ...serverSettings, ...dataSettings, ...mailSettings, ...monitoringSettings })

export type Settings = z.infer<typeof settings>

export interface Setting extends SettingMeta {
  readonly name: string
  /** As it is written in the environment; undefined if unset or described by `byDefault`. */
  readonly fallback: string | undefined
}

export const settingList: readonly Setting[] = Object.entries(settings.shape).map(([name, schema]) => ({
  name,
  ...settingMeta.get(schema)!,
  fallback: fallbackOf(schema),
}))

function fallbackOf(schema: z.ZodType): string | undefined {
  const { data } = schema.safeParse(undefined)
  if (typeof data === 'boolean') return data ? '1' : '0'
  return typeof data === 'number' || (typeof data === 'string' && data) ? String(data) : undefined
}
