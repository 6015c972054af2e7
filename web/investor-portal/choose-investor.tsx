import { Button } from '@mantine/core'
import { IconChartPie, IconPlus, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ReferenceSelect } from '#web/records/names/reference-select.tsx'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { useMay } from '#web/records/data/use-may.ts'
import { useTable } from '#web/records/data/use-table.ts'
import { EmptyState, NotOnDevice } from '#web/ui/page/empty-state.tsx'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

interface ChooseInvestorProps {
  readonly chosen: string | null
  readonly onChoose: (investor: string | null) => void
}

/** Hidden if the firm has no investors. */
export function ChooseInvestor({ chosen, onChoose }: ChooseInvestorProps) {
  const { t } = useTranslation('portal')
  return useTable('investors').size === 0 ? null : (
    <ReferenceSelect entity="investors" label={t('chooseInvestor')} value={chosen} onChange={onChoose} maw="26rem" />
  )
}

export function NoInvestorChosen() {
  const { t } = useTranslation(['portal', 'investors'])
  const { hasAllRows } = useSyncStatus()
  const mayCreate = useMay('investors', 'create')
  if (useTable('investors').size > 0)
    return <EmptyState icon={IconChartPie} title={t('chooseFirst')} hint={t('chooseFirstHint')} />
  if (!hasAllRows) return <NotOnDevice icon={IconUsers} />
  return (
    <EmptyState
      icon={IconUsers}
      title={t('investors:empty')}
      hint={t('investors:emptyHint')}
      action={
        mayCreate && (
          <Button
            mt="xs"
            component={ScreenLink}
            to="/investors"
            search={{ dialog: 'create' }}
            leftSection={<IconPlus size={18} aria-hidden="true" />}
          >
            {t('investors:create')}
          </Button>
        )
      }
    />
  )
}
