import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { LeftOut } from '#schema/money/counting.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { listed } from '#web/ui/format/listed.tsx'

export const maxNames = 3

interface IncompleteProps extends Pick<LeftOut, 'names' | 'isStale'> {
  readonly count?: number
  readonly limit?: number
}

export function Incomplete({ names, count: all = names.length, limit = maxNames, isStale }: IncompleteProps) {
  const { t } = useTranslation('common')
  const rest = all - limit
  const list = listed(names.slice(0, limit))
  return (
    <>
      {names.length > 0 && (
        <Text size="sm" role="note">
          {rest > 0
            ? t('incompleteMore', { names: list, count: rest, n: count(rest) })
            : t('incomplete', { names: list })}
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
