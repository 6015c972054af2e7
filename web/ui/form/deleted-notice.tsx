import { Button } from '@mantine/core'
import { IconCopy, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#web/ui/page/banner.tsx'
import { toast } from '#web/ui/overlay/toasts/toast.ts'

export function DeletedNotice({ textToCopy }: { readonly textToCopy: () => string }) {
  const { t } = useTranslation('common')
  const copy = () =>
    navigator.clipboard.writeText(textToCopy()).then(
      () => toast.success(t('copied')),
      () => toast.error(t('copyFailed')),
    )
  return (
    <Banner
      icon={IconTrash}
      text={t('deletedMeanwhile')}
      action={
        <Button variant="default" leftSection={<IconCopy size={18} stroke={1.6} aria-hidden="true" />} onClick={copy}>
          {t('copyEntered')}
        </Button>
      }
    />
  )
}
