import { Button, type ButtonProps } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '#web/ui/overlay/toasts/toast.ts'

interface CopyButtonProps extends Pick<ButtonProps, 'variant'> {
  readonly text: string
  readonly label: string
}

export function CopyButton({ text, label, ...props }: CopyButtonProps) {
  const { t } = useTranslation('common')
  const [copied, setCopied] = useState<string>()
  const isCopied = copied === text
  const Icon = isCopied ? IconCheck : IconCopy
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(text),
      () => toast.error(t('notCopied')),
    )
  return (
    <Button leftSection={<Icon size={18} stroke={1.6} aria-hidden="true" />} onClick={copy} {...props}>
      {isCopied ? t('isCopied') : label}
    </Button>
  )
}
