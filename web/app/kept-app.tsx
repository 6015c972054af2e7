// Whether the app itself could be kept on this device; the worker says so. What a network cut off is tried again by itself.
import { IconDeviceFloppy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { Banner } from '#web/ui/banner.tsx'

export const useKeptApp = create<{ readonly isFull: boolean }>(() => ({ isFull: false }))

export function KeptAppBanner() {
  const { t } = useTranslation('shell')
  const isFull = useKeptApp((state) => state.isFull)
  return isFull && <Banner icon={IconDeviceFloppy} text={t('appNotKept')} />
}
