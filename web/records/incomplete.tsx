import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { LeftOut } from '#schema/counting.ts'
import { listed } from '#web/ui/format/listed.tsx'

const shown = 3

/** Says what a total leaves out and that a rate is old; nothing when the total is complete and fresh. */
export function Incomplete({ names, isStale }: LeftOut) {
  const { t } = useTranslation('common')
  const rest = names.length - shown
  const list = listed(names.slice(0, shown))
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
