import type { Row } from '#schema/registry.ts'
import { recordTitle } from '#web/records/names/record-title.ts'

export const isThisDevice = (row: Row<'sessions'>): boolean => (row as { readonly isThis?: boolean }).isThis === true

export const deviceName = (row: Row<'sessions'>): string => recordTitle('sessions', row)
