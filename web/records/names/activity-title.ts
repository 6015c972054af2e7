import { entityNamed, type Row } from '#schema/registry.ts'
import type { ReadAny } from '#schema/rules.ts'
import { localizedTitle, titleOf } from './record-title.ts'

/** The stored title has no language: a device that has the investment translates it. */
export function activityTitle(
  { entityType, entityId, title }: Pick<Row<'activities'>, 'entityType' | 'entityId' | 'title'>,
  read: ReadAny,
): string | null {
  const row = entityId === null ? undefined : read(entityType, entityId)
  const definition = entityNamed(entityType)?.title
  return (
    (definition && 'via' in definition && row && titleOf(entityType, row, read)) || (title && localizedTitle(title))
  )
}
