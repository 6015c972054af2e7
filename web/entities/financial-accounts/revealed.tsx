import { Button, Group, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '#web/ui/page/copy-button.tsx'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import classes from './revealed.module.css'

interface RevealedProps {
  readonly label: string
  readonly value: string
  readonly onHide: () => void
  readonly onDone: () => void
  readonly forMs?: number
}

const halfMinute = 30_000

/** Hides the value after a short time, or when the window loses focus. */
export function Revealed({ label, value, onHide, onDone, forMs = halfMinute }: RevealedProps) {
  const { t } = useTranslation(['accounts', 'common'])
  useEffect(() => {
    const timer = setTimeout(onHide, forMs)
    window.addEventListener('blur', onHide)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('blur', onHide)
      document.removeEventListener('visibilitychange', onHide)
    }
  }, [onHide, forMs])
  return (
    <Stack gap="lg">
      <Facts>
        <Fact name={label} wide>
          <bdi className={classes['value']} dir="ltr">
            {value}
          </bdi>
        </Fact>
      </Facts>
      <Text c="dimmed">{t('hiddenSoon')}</Text>
      <Group justify="flex-end" gap="sm">
        <CopyButton text={value} label={t('copyValue')} variant="default" />
        <Button onClick={onDone} data-autofocus>
          {t('common:close')}
        </Button>
      </Group>
    </Stack>
  )
}
