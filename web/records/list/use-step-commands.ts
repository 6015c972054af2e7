import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import i18next from 'i18next'
import { useCommand } from '#web/ui/commands/registered-commands.ts'
import { neighborsOf } from './listed-rows.ts'
import { type StepOptions, stepKeys } from './use-step-keys.ts'

/** In list and record `useStepKeys` handles the keys itself, because the arrows differ there. */
export function useStepCommands({ listed, record, onStep }: StepOptions): void {
  const stepTo = (neighbor: 'next' | 'previous') => ({
    isAvailable: () => neighborsOf(listed.rows(), record)[neighbor] !== undefined,
    run: () => {
      const id = neighborsOf(listed.rows(), record)[neighbor]
      if (id !== undefined) onStep(id)
    },
  })
  useCommand({
    id: 'next record',
    group: 'list',
    icon: IconChevronDown,
    label: () => i18next.t('common:nextRecord'),
    keys: [stepKeys.next],
    ...stepTo('next'),
  })
  useCommand({
    id: 'previous record',
    group: 'list',
    icon: IconChevronUp,
    label: () => i18next.t('common:previousRecord'),
    keys: [stepKeys.previous],
    ...stepTo('previous'),
  })
}
