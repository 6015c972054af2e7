import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMayAll } from '#web/records/use-may.ts'
import { useToday } from '#web/ui/format/use-today.ts'
import { toast } from '#web/ui/overlay/toast.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { portfolioReport } from './report.ts'

/** Saves the report from the rows on this device; before all of them are here it would be a part of the truth. */
export function ExportReport() {
  const { t } = useTranslation('dashboard')
  const store = useStore()
  const ofFirm = useMayAll('investments', 'read')
  const today = useToday()
  const { hasAllRows } = useSyncStatus()
  const save = async () => {
    try {
      saveFile(`portfolio-report-${today}.csv`, await portfolioReport(store, ofFirm), 'text/csv;charset=utf-8')
      toast.success(t('reportExported'))
    } catch {
      toast.error(t('reportFailed'))
    }
  }
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
