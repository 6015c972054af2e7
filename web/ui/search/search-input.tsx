import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Given } from './use-addressed.ts'

interface SearchInputProps {
  /** Says what is searched, while the field is empty. */
  readonly hint: string
  /** The typed text is the field's own state, so that a key redraws nothing else. */
  readonly given: Given
  readonly onType: (text: string) => void
}

export function SearchInput({ hint, given, onType }: SearchInputProps) {
  const { t } = useTranslation('common')
  const [{ typed, from }, setTyped] = useState({ typed: given.text, from: given })
  if (from !== given) setTyped({ typed: given.text, from: given })
  const type = (text: string) => {
    setTyped({ typed: text, from: given })
    onType(text)
  }
  return (
    <TextInput
      type="search"
      aria-label={t('search')}
      placeholder={hint}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
      rightSectionWidth={44}
      rightSection={
        // Always drawn, so that the first key does not add a button.
        <ActionIcon
          aria-label={t('clearSearch')}
          onClick={() => type('')}
          style={{ visibility: typed ? 'visible' : 'hidden' }}
        >
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      }
    />
  )
}
