import { useTranslation } from 'react-i18next'
import type { Row } from '#schema/registry.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Fact } from '#web/ui/page/facts.tsx'

export function ProjectDuration({ project: { duration } }: { readonly project: Row<'projects'> }) {
  const { t } = useTranslation('projects')
  return (
    duration !== null && (
      <Fact name={fieldLabel('projects', 'duration')}>
        {t('years', { count: Number(duration), n: count(Number(duration)) })}
      </Fact>
    )
  )
}
