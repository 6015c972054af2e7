import { Button } from '@mantine/core'
import { IconRefreshAlert, IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#web/ui/page/banner.tsx'
import { useUnsavedForms } from '#web/ui/overlay/dialogs/unsaved-forms.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'
import { activateNewVersion, fetchNewVersion, useNewVersion } from './new-version.ts'

/** A new version starts only when the person agrees, and never while a form holds unsaved text. */
export function NewVersionBanner() {
  const { t } = useTranslation('shell')
  const { connection } = useSyncStatus()
  const { waiting, isActivating } = useNewVersion()
  const unsaved = useUnsavedForms(({ count }) => count > 0)
  if (connection === 'too-old') {
    return (
      <Banner
        icon={IconRefreshAlert}
        text={unsaved ? t('tooOldUnsaved') : t('tooOld')}
        action={
          <Button disabled={unsaved} loading={isActivating} onClick={fetchNewVersion}>
            {t('bringNewVersion')}
          </Button>
        }
      />
    )
  }
  if (!waiting) return null
  return (
    <Banner
      icon={IconSparkles}
      text={unsaved ? t('newVersionUnsaved') : t('newVersion')}
      action={
        <>
          <Button variant="subtle" color="gray" onClick={() => useNewVersion.setState({ waiting: null })}>
            {t('later')}
          </Button>
          <Button disabled={unsaved} loading={isActivating} onClick={activateNewVersion}>
            {t('activate')}
          </Button>
        </>
      }
    />
  )
}
