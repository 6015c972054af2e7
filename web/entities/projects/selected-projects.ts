import { IconEye, IconEyeOff } from '@tabler/icons-react'
import i18next from 'i18next'
import type { SelectedAction } from '#web/records/actions/selected-action.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'

const hidden = () => i18next.t('projects:hidden')
const visible = () => fieldLabel('projects', 'isVisibleToInvestors')

function changeTo(isVisibleToInvestors: boolean): Omit<SelectedAction<'projects'>, 'id' | 'icon' | 'label'> {
  const state = isVisibleToInvestors ? visible : hidden
  return {
    needs: { entity: 'projects', verb: 'update' },
    appliesTo: (project) => (project.isVisibleToInvestors ?? true) !== isVisibleToInvestors,
    commandOf: (seen) => ({ op: 'update', entity: 'projects', seen, fields: { isVisibleToInvestors } }),
    skippedReason: state,
    done: state,
  }
}

export const selectedProjects: readonly SelectedAction<'projects'>[] = [
  { id: 'show', icon: IconEye, label: () => i18next.t('projects:show'), ...changeTo(true) },
  { id: 'hide', icon: IconEyeOff, label: () => i18next.t('projects:hide'), ...changeTo(false) },
]
