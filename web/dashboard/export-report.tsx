import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { saveCsv } from '#web/records/list/save-csv.ts'
import { useConvertersByDay, useExchange } from '#web/records/figures/use-exchange.ts'
import { useMayAll } from '#web/records/data/use-may.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { portfolioReport } from './report.ts'

export function ExportReport() {
  const { t } = useTranslation('dashboard')
  const store = useStore()
  const ofFirm = useMayAll('investments', 'read')
  const exchange = useExchange()
  const on = useConvertersByDay()
  const today = useToday()
  const { hasAllRows } = useSyncStatus()
  const save = () =>
    saveCsv(t('reportFile', { day: today }), portfolioReport({ store, ofFirm, exchange, on, today }), {
      saved: t('reportExported'),
      failed: t('reportFailed'),
    })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
      disabled={!hasAllRows}
      onClick={() => void save()}
    >
      {t('exportReport')}
    </Button>
  )
}
