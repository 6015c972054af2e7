import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { readerOf } from '#web/records/data/read-any.ts'
import { saveCsv } from '#web/records/list/save-csv.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { useAction } from '#web/ui/overlay/dialogs/use-action.ts'
import { useStore } from '#web/ui/store-context.ts'
import { allEntries, trailCsv } from './trail-csv.ts'

export function ExportTrail({ query }: { readonly query: string }) {
  const { t } = useTranslation(['audit', 'common'])
  const store = useStore()
  const today = useToday()
  const { isBusy, run } = useAction()
  const save = () =>
    void run(async () => {
      const text = trailCsv(await allEntries(store.online, query), readerOf(store))
      const messages = { saved: t('common:listExported'), failed: t('common:listNotExported') }
      await saveCsv(`${t('title')} ${today}`, text, messages)
    })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} stroke={1.6} aria-hidden="true" />}
      aria-busy={isBusy}
      onClick={save}
    >
      {t('export')}
    </Button>
  )
}
