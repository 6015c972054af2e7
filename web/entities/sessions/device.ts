import type { Row } from '#schema/registry.ts'
import { recordTitle } from '#web/records/names/record-title.ts'

/** Whether it is the one that asks; the server says so beside the row. */
export const isThisDevice = (row: Row<'sessions'>): boolean => (row as { readonly isThis?: boolean }).isThis === true

export const deviceName = (row: Row<'sessions'>): string => recordTitle('sessions', row)
