import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { EmptyState } from '#web/ui/page/empty-state.tsx'
import { type PastToast, settleToast } from '#web/ui/overlay/toasts/toast-history.ts'
import classes from './notification-panel.module.css'

interface PastToastsProps {
  readonly past: readonly PastToast[]
  readonly onClose: () => void
}

export function PastToasts({ past, onClose }: PastToastsProps) {
  const { t } = useTranslation('notifications')
  const { moment } = useDates()
  if (past.length === 0) return <EmptyState icon={IconMessage} title={t('noMessages')} hint={t('noMessagesHint')} />
  return (
    <ul className={classes['list']} aria-label={t('part.messages')}>
      {past.map(({ id, about, kind, title, text, at, actions }) => (
        <li key={id} className={classes['item']} data-kind={kind}>
          <span className={classes['dot']} />
          <span className={classes['words']}>
            {kind === 'error' && <VisuallyHidden>{t('problem')} </VisuallyHidden>}
            <Text component="span" fw={600}>
              {title}
            </Text>
            <span>{text}</span>
            <time className={classes['when']} dateTime={new Date(at).toISOString()}>
              {moment(at)}
            </time>
            {actions.length > 0 && (
              <Group component="span" gap="xs">
                {actions.map(({ label, act }) => (
                  <Button
                    key={label}
                    variant="default"
                    onClick={() => {
                      settleToast(about)
                      onClose()
                      act()
                    }}
                  >
                    {label}
                  </Button>
                ))}
              </Group>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
