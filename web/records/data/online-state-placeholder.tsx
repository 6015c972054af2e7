import { Button, Group, Loader, Text } from '@mantine/core'
import { type IconProps, IconCloudOff } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { OnlineProblem, OnlineState } from '#web/store/base/online.ts'
import { Banner } from '#web/ui/page/banner.tsx'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { problemText } from '#web/ui/problem-text.ts'

interface OnlineStatePlaceholderProps {
  readonly state: OnlineState
  readonly icon: ComponentType<IconProps>
  readonly onRetry: () => void
}

export function OnlineStatePlaceholder({ state, icon, onRetry }: OnlineStatePlaceholderProps) {
  const { t } = useTranslation('common')
  if (state.kind !== 'failed')
    return (
      <Group component="output" justify="center" p="xl" gap="sm">
        <Loader size="sm" aria-hidden="true" />
        <Text c="dimmed">{t('loading')}</Text>
      </Group>
    )
  const { problem } = state
  const retry = (
    <Button variant="default" mt="xs" onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  )
  return problem.status === null ? (
    <EmptyState icon={IconCloudOff} title={t('onlineOnly')} hint={t('onlineOnlyHint')} action={retry} />
  ) : (
    <EmptyState icon={icon} title={t('error')} hint={problemText(problem) ?? ''} action={retry} />
  )
}

export const OlderCopyBanner = ({ problem }: { readonly problem: OnlineProblem }) => {
  const { t } = useTranslation('common')
  const text = problem.status === null ? t('readBeforeOffline') : t('readBefore', { problem: problemText(problem) })
  return <Banner icon={IconCloudOff} text={text} />
}
