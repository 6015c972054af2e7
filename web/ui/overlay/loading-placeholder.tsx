import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function LoadingPlaceholder() {
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
