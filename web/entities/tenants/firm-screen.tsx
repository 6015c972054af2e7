import { Button, Group } from '@mantine/core'
import { IconBuilding, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OnlineStatePlaceholder } from '#web/records/data/online-state-placeholder.tsx'
import { useOnlineResult } from '#web/records/data/use-online-result.ts'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { type Firm, type FirmSection, sections } from './firm.ts'
import { FirmForm } from './firm-form.tsx'
import { FirmValue } from './firm-value.tsx'

export function FirmScreen() {
  const { t } = useTranslation(['tenant', 'common'])
  const { state, data: firm, setData, reload } = useOnlineResult<Firm>('/api/tenant')
  const [sectionToEdit, setEdited] = useState<FirmSection['id']>()
  const close = () => setEdited(undefined)
  return (
    <Page title={t('title')} subtitle={t('subtitle')}>
      {firm ? (
        sections.map((section) => (
          <Section key={section.id} title={t(`section.${section.id}`)}>
            <Facts>
              {section.fields.map((field) => (
                <Fact key={field} name={t(`fields.${field}`)}>
                  <FirmValue firm={firm} field={field} />
                </Fact>
              ))}
            </Facts>
            <Group>
              <Button
                variant="default"
                leftSection={<IconPencil size={18} stroke={1.6} aria-hidden="true" />}
                aria-label={t('editSection', { section: t(`section.${section.id}`) })}
                onClick={() => setEdited(section.id)}
              >
                {t('common:edit')}
              </Button>
            </Group>
            <Dialog opened={sectionToEdit === section.id} title={t(`section.${section.id}`)} onClose={close} form>
              <FirmForm firm={firm} section={section} onSaved={setData} onDone={close} />
            </Dialog>
          </Section>
        ))
      ) : (
        <OnlineStatePlaceholder state={state} icon={IconBuilding} onRetry={reload} />
      )}
    </Page>
  )
}
