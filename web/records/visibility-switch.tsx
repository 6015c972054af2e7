import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { commit } from '#web/ui/commit.ts'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/toast.ts'
import classes from './visibility-switch.module.css'

interface VisibilitySwitchProps {
  readonly project: Row<'projects'>
  /** Without a visible label the name of the project goes into the accessible one. */
  readonly bare?: boolean
}

/** Whether investors see a project; an absent value means that they do. */
export function VisibilitySwitch({ project, bare = false }: VisibilitySwitchProps) {
  const { t } = useTranslation('projects')
  const store = useStore()
  const change = (isVisibleToInvestors: boolean) =>
    commit(
      () => store.update('projects', project, { isVisibleToInvestors }),
      () => toast.saved(store, t('visibilityUpdated')),
      t('visibilityFailed'),
    )
  return (
    <Switch
      size="md"
      checked={project.isVisibleToInvestors ?? true}
      onChange={(event) => change(event.currentTarget.checked)}
      {...(bare
        ? { 'aria-label': `${t('visible')}: ${project.name}`, classNames: { input: classes['bare'] ?? '' } }
        : { label: t('visible'), description: t('visibleHint') })}
    />
  )
}
