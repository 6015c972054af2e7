import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Stands for what a dialog or drawer will hold while its code comes. */
export function Waiting() {
  const { t } = useTranslation('common')
  return (
    <Stack gap="lg" mih="12rem">
      <VisuallyHidden component="output">{t('loading')}</VisuallyHidden>
      <Skeleton h={44} />
      <Skeleton h={44} />
      <Skeleton h={44} w="50%" />
    </Stack>
  )
}
