import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAriaKeys } from '#web/ui/commands/registered-commands.ts'
import classes from './search-input.module.css'
import type { ExternalText } from './use-search-text.ts'

interface SearchInputProps {
  readonly hint: string
  /** Typed text stays in the field, so that a key rerenders nothing. */
  readonly value: ExternalText
  readonly onType: (text: string) => void
}

export function SearchInput({ hint, value, onType }: SearchInputProps) {
  const { t } = useTranslation('common')
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    field.current!.value = value.text
  }, [value])
  const clear = () => {
    field.current!.value = ''
    field.current!.focus()
    onType('')
  }
  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={t('search')}
      aria-keyshortcuts={useAriaKeys('search')}
      placeholder={hint}
      classNames={{ wrapper: classes['field'] ?? '' }}
      onChange={(event) => onType(event.currentTarget.value)}
      leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
      rightSectionWidth={44}
      rightSection={
        <ActionIcon aria-label={t('clearSearch')} onClick={clear}>
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      }
    />
  )
}
