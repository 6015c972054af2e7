import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { LeftOut } from '#schema/money/counting.ts'
import { listed } from '#web/ui/format/listed.tsx'

/** Of more rows only their number is said. */
export const mostNamed = 3

interface IncompleteProps extends Pick<LeftOut, 'names' | 'isStale'> {
  /** How many are left out, when not all of them have their names here. */
  readonly count?: number
}

/** Says what a total leaves out and that a rate is old; nothing when the total is complete and fresh. */
export function Incomplete({ names, count = names.length, isStale }: IncompleteProps) {
  const { t } = useTranslation('common')
  const rest = count - mostNamed
  const list = listed(names.slice(0, mostNamed))
  return (
    <>
      {names.length > 0 && (
        <Text size="sm" role="note">
          {rest > 0 ? t('incompleteMore', { names: list, count: rest }) : t('incomplete', { names: list })}
        </Text>
      )}
      {isStale && (
        <Text size="sm" role="note">
          {t('staleRate')}
        </Text>
      )}
    </>
  )
}
