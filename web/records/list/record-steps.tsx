import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { useAriaKeys } from '#web/ui/commands/registered-commands.ts'
import { IconButton } from '#web/ui/page/icon-button.tsx'
import { type ListedRows, useNeighbors } from './listed-rows.ts'
import classes from './record-steps.module.css'

interface RecordStepsProps {
  readonly listed: ListedRows
  readonly record: string | undefined
  readonly onStep: (id: string) => void
}

export function RecordSteps({ listed, record, onStep }: RecordStepsProps) {
  const { t } = useTranslation('common')
  const { index, count: rowCount, previous, next } = useNeighbors(listed, record)
  const [previousKeys, nextKeys] = [useAriaKeys('previous record'), useAriaKeys('next record')]
  const step = (id: string | undefined, keys: string | undefined) => ({
    'aria-keyshortcuts': keys,
    'aria-disabled': id === undefined,
    onClick: () => id !== undefined && onStep(id),
  })
  if (index < 0) return null
  return (
    <div className={classes['steps']}>
      <output className={classes['place']}>
        {t('placeInList', { place: count(index + 1), all: count(rowCount) })}
      </output>
      <IconButton icon={IconChevronUp} label={t('previousRecord')} {...step(previous, previousKeys)} />
      <IconButton icon={IconChevronDown} label={t('nextRecord')} {...step(next, nextKeys)} />
    </div>
  )
}
