import { ActionIcon, TextInput } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Given } from './use-addressed.ts'

interface SearchInputProps {
  /** What is searched, shown while the field is empty. */
  readonly hint: string
  /** Typed words stay with the field, so that a key draws nothing else. */
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
        // Always there, so that the first key draws no button.
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
