import { Button } from '@mantine/core'
import { IconClockUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { EntityName } from '#schema/registry.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { useTable } from '#web/records/data/use-table.ts'

interface UnsentFilterProps {
  readonly entity: EntityName
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

/** Also shown while it is on, when no row is unsent any longer. */
export function UnsentFilter({ entity, on, onChange }: UnsentFilterProps) {
  const { t } = useTranslation('common')
  const n = useTable(entity).badged().size
  if (n === 0 && !on) return null
  const label = t('notSynced', { n: count(n) })
  return (
    <Button
      data-unsent
      data-hint={label}
      aria-label={label}
      variant={on ? 'light' : 'default'}
      aria-pressed={on}
      onClick={() => onChange(!on)}
      leftSection={<IconClockUp size={18} stroke={1.6} aria-hidden="true" />}
    >
      <span data-short>{count(n)}</span>
      <span data-long>{label}</span>
    </Button>
  )
}
