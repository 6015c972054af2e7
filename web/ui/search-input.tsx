import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface SearchInputProps {
  /** What is searched, shown while the field is empty. */
  readonly hint: string
  readonly value: string
  readonly onChange: (text: string) => void
}

export function SearchInput({ hint, value, onChange }: SearchInputProps) {
  const { t } = useTranslation('common')
  return (
    <TextInput
      type="search"
      aria-label={t('search')}
      placeholder={hint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
      rightSectionWidth={44}
      rightSection={
        value && (
          <ActionIcon aria-label={t('clearSearch')} onClick={() => onChange('')}>
            <IconX size={18} stroke={1.6} />
          </ActionIcon>
        )
      }
    />
  )
}
