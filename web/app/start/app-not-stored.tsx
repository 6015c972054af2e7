// An interrupted download needs no banner: it is retried.
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { Banner } from '#web/ui/page/banner.tsx'

export const useAppStorage = create<{ readonly isFull: boolean }>(() => ({ isFull: false }))

export function AppNotStoredBanner() {
  const { t } = useTranslation('shell')
  const isFull = useAppStorage((state) => state.isFull)
  return isFull && <Banner icon={IconDeviceFloppy} text={t('appNotKept')} />
}
